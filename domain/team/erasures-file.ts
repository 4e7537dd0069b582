import type { Message } from '../intake/message.ts';
import { contentHash } from '../values/content-hash.ts';
import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';
import { readLines, type LineProblem } from '../values/text.ts';

/** Turns of an entry, counted from 0, in ascending order. */
export interface ErasedTurns {
  readonly qaId: QaId;
  readonly turns: readonly number[];
}

/** An erased person: nothing they wrote up to `erasedAt` is kept. */
export interface Erasure {
  readonly userId: string;
  /** RFC 3339, UTC, `Z`. */
  readonly erasedAt: string;
  /** The turns whose text was erased in the raw archive. */
  readonly entries: readonly ErasedTurns[];
  /**
   * Hashes (`topicHash`) of the topics that held these turns: answers that rest on them may hold the person's words.
   * Slugs are not written here because they may be made of such words.
   */
  readonly topics: readonly string[];
}

/** A line of `forgotten.txt`: id, time, `qa_id:turn,turn` for each entry and `topic=hash` for each topic, separated by tabs. */
export function formatErasure({ userId, erasedAt, entries, topics }: Erasure): string {
  const words = entries.map(({ qaId, turns }) => `${qaId}:${turns.join(',')}`);
  return `${[userId, erasedAt, ...words, ...topics.map((hash) => `${topicWord}${hash}`)].join('\t')}\n`;
}

const topicWord = 'topic=';

export const topicHash = (slug: string): string => contentHash(slug).slice(0, 16);

/** In the order of the file. */
export function parseErasures(text: string): {
  readonly erasures: readonly Erasure[];
  readonly problems: readonly LineProblem[];
} {
  const { values, problems } = readLines(text, readLine);
  return { erasures: values, problems };
}

function readLine(line: string): Erasure | null {
  const [userId = '', erasedAt = '', ...rest] = line.split('\t');
  const topics = rest
    .filter((word) => word.startsWith(topicWord))
    .map((word) => word.slice(topicWord.length));
  const entries = rest.flatMap((word) => readTurns(word) ?? []);
  if (userId === '' || !isTimestamp(erasedAt)) return null;
  return entries.length + topics.length === rest.length ? { userId, erasedAt, entries, topics } : null;
}

function readTurns(word: string): ErasedTurns | null {
  const [qaId = '', numbers = ''] = word.split(':');
  const isList = /^\d+(?:,\d+)*$/.test(numbers);
  return isQaId(qaId) && isList ? { qaId, turns: numbers.split(',').map(Number) } : null;
}

/** Maps each erased person's id to the time of their last erasure. */
export function erasedSince(erasures: readonly Erasure[]): ReadonlyMap<string, string> {
  const since = new Map<string, string>();
  for (const { userId, erasedAt } of erasures) {
    const former = since.get(userId);
    if (former === undefined || Date.parse(former) < Date.parse(erasedAt)) since.set(userId, erasedAt);
  }
  return since;
}

/** Words that may not be kept. */
export interface Erased {
  /** Maps each erased person's id to the time (RFC 3339) of their last erasure. */
  readonly since: ReadonlyMap<string, string>;
  /** Messages whose words went, as long as a deletion is remembered: those of others and of Steward as well. */
  readonly messageIds: ReadonlySet<string>;
}

/** Drops messages that erased people wrote before their erasure, and those of others that went with them. */
export const withoutErased = ({ since, messageIds }: Erased, messages: readonly Message[]) =>
  messages.filter(
    ({ id, author, createdAt }) =>
      !messageIds.has(id) && !isErased(since, { authorId: author.id, createdAt }),
  );

/** Whether these words are erased. Words that the person wrote after the erasure are not. */
export function isErased(
  since: ReadonlyMap<string, string>,
  words: { readonly authorId: string; readonly createdAt: string },
): boolean {
  const erasedAt = since.get(words.authorId);
  return erasedAt !== undefined && Date.parse(words.createdAt) <= Date.parse(erasedAt);
}
