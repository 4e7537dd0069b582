import type { Message } from '../intake/message.ts';
import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';
import { readLines } from '../values/text.ts';

/** What leaves the raw archive with a person: a whole entry (null), or their messages of another person's conversation. */
export interface ErasedEntry {
  readonly qaId: QaId;
  readonly messageIds: readonly string[] | null;
}

/** An erased person: nothing they wrote up to `erasedAt` is kept. */
export interface Erasure {
  readonly userId: string;
  /** RFC 3339, UTC, `Z`. */
  readonly erasedAt: string;
  readonly entries: readonly ErasedEntry[];
}

/** A line of `forgotten.txt`, separated by tabs: id, time, and each entry as `qa_id` or `qa_id:message,message`. */
export function formatErasure({ userId, erasedAt, entries }: Erasure): string {
  const words = entries.map(({ qaId, messageIds: ids }) =>
    ids === null ? qaId : `${qaId}:${ids.join(',')}`,
  );
  return `${[userId, erasedAt, ...words].join('\t')}\n`;
}

/** In the order of the file. */
export const parseErasures = (text: string) => readLines(text, readLine);

function readLine(line: string): Erasure | null {
  const [userId = '', erasedAt = '', ...words] = line.split('\t');
  const entries = words.flatMap((word) => readEntry(word) ?? []);
  if (userId === '' || !isTimestamp(erasedAt)) return null;
  return entries.length === words.length ? { userId, erasedAt, entries } : null;
}

function readEntry(word: string): ErasedEntry | null {
  const [qaId = '', ids] = word.split(':');
  if (!isQaId(qaId)) return null;
  if (ids === undefined) return { qaId, messageIds: null };
  return /^[^\s,]+(?:,[^\s,]+)*$/.test(ids) ? { qaId, messageIds: ids.split(',') } : null;
}

/** Maps each erased person's id to the time (RFC 3339) of their last erasure. */
export type ErasedSince = ReadonlyMap<string, string>;

export function erasedSince(erasures: readonly Omit<Erasure, 'entries'>[]): ErasedSince {
  const since = new Map<string, string>();
  for (const { userId, erasedAt } of erasures) {
    const earlier = since.get(userId);
    if (earlier === undefined || Date.parse(earlier) < Date.parse(erasedAt)) since.set(userId, erasedAt);
  }
  return since;
}

/** Drops messages that erased people wrote before their erasure. */
export const withoutErased = (since: ErasedSince, messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ author, createdAt }) => !isErased(since, { authorId: author.id, createdAt }));

/** Whether these words are erased. Words that the person wrote after the erasure are not. */
export function isErased(
  since: ErasedSince,
  words: { readonly authorId: string; readonly createdAt: string },
): boolean {
  const erasedAt = since.get(words.authorId);
  return erasedAt !== undefined && Date.parse(words.createdAt) <= Date.parse(erasedAt);
}
