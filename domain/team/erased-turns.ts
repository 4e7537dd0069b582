import type { Turn } from './qa-pair.ts';
import { piecesOf } from './qa-block-reader.ts';
import { formatRawEntry, parseRaw } from './qa-blocks.ts';
import type { QaId } from '../values/qa-id.ts';

/** Replaces an erased person's words. */
export const erasedText = '[forgotten]';

/** Replaces their id and name where one is required. */
export const erasedAuthor = 'forgotten';

/** What the team said in a pair, message by message. */
export const teamTurns = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap(({ label, text }) => (label === 'Team' && text !== erasedText ? [text] : []));

/** Erases the text of the turns with these numbers, counted from 0. */
export const withErasedTurns = (turns: readonly Turn[], numbers: readonly number[]): readonly Turn[] =>
  turns.map((turn, at) => (numbers.includes(at) ? { ...turn, text: erasedText } : turn));

/** Whether a pair has no question or no answer left, so that it has nothing to teach. */
export const saysNothing = (turns: readonly Turn[]): boolean =>
  asksNothing(turns) || isErasedOf(turns, 'Team');

export const asksNothing = (turns: readonly Turn[]): boolean => isErasedOf(turns, 'User');

const isErasedOf = (turns: readonly Turn[], side: Turn['label']): boolean =>
  turns.every(({ label, text }) => label !== side || text === erasedText);

/**
 * Erases the text of some turns, counted from 0, in a raw file's text. Other entries stay the same to the byte, and so
 * does a text that is erased already.
 */
export const eraseTurns = (text: string, turns: ReadonlyMap<QaId, readonly number[]>): string =>
  piecesOf(text)
    .map((piece) => eraseInBlock(piece, turns))
    .join('');

function eraseInBlock(block: string, turns: ReadonlyMap<QaId, readonly number[]>): string {
  const [entry] = parseRaw(block.endsWith('\n') ? block : `${block}\n`).entries;
  const numbers = entry ? turns.get(entry.qaId) : undefined;
  const isDone =
    numbers?.every((number) => (entry?.turns[number]?.text ?? erasedText) === erasedText) ?? true;
  if (!entry || !numbers || isDone) return block;
  // The line breaks before the next block stay.
  const [gap = ''] = /\n*$/.exec(block) ?? [];
  return `${formatRawEntry({ ...entry, turns: withErasedTurns(entry.turns, numbers) }).trimEnd()}${gap}`;
}
