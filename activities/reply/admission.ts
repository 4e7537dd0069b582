import { wordCount } from '../../domain/question-gate.ts';
import type { Snapshot } from '../../domain/snapshot.ts';

/**
 * What needs no model: at most two words, without an earlier longer question by the same member, are no question that
 * documents could answer. Returns the reason for leaving it, or null.
 */
export function refuseShort({ batch, history, author, askedDirectly }: Snapshot): 'too_short' | null {
  if (askedDirectly) return null;
  const own = [...history, ...batch].filter((message) => message.author.id === author.id);
  return own.some(({ text }) => wordCount(text) > 2) ? null : 'too_short';
}
