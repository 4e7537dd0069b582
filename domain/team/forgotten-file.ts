import { contentHash } from '../values/content-hash.ts';
import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';

/** The turns of an entry, counted from 0, in ascending order. */
export interface ForgottenTurns {
  readonly qaId: QaId;
  readonly turns: readonly number[];
}

/** A person whose words, as far as they were written by then, are nowhere kept. */
export interface Forgotten {
  readonly userId: string;
  /** RFC 3339, UTC, `Z`. */
  readonly forgottenAt: string;
  /** What became tombstones in the raw archive. */
  readonly entries: readonly ForgottenTurns[];
  /**
   * Topics that held them, as `topicMark` gives them: answers that rest on these may hold the person's words. A slug may
   * be made of such words itself, so it is not written here.
   */
  readonly topics: readonly string[];
}

/**
 * A line of `forgotten.txt`: id, time, `qa_id:turn,turn` for each entry and `topic=mark` for each topic, with tabs
 * between and LF at its end.
 */
export function formatForgotten({ userId, forgottenAt, entries, topics }: Forgotten): string {
  const words = entries.map(({ qaId, turns }) => `${qaId}:${turns.join(',')}`);
  return `${[userId, forgottenAt, ...words, ...topics.map((mark) => `${topicWord}${mark}`)].join('\t')}\n`;
}

const topicWord = 'topic=';

export const topicMark = (slug: string): string => contentHash(slug).slice(0, 16);

/** In the order of the file. Every line that is none is a problem, by its number from 1. */
export function parseForgotten(text: string): {
  readonly forgotten: readonly Forgotten[];
  readonly problems: readonly number[];
} {
  const forgotten: Forgotten[] = [];
  const problems: number[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const isTorn = index === lines.length - 1;
    const read = isTorn ? null : readLine(line);
    if (read) forgotten.push(read);
    else problems.push(index + 1);
  }
  return { forgotten, problems };
}

function readLine(line: string): Forgotten | null {
  const [userId = '', forgottenAt = '', ...rest] = line.trim().split('\t');
  const topics = rest
    .filter((word) => word.startsWith(topicWord))
    .map((word) => word.slice(topicWord.length));
  const entries = rest.flatMap((word) => readTurns(word) ?? []);
  if (userId === '' || !isTimestamp(forgottenAt)) return null;
  return entries.length + topics.length === rest.length ? { userId, forgottenAt, entries, topics } : null;
}

function readTurns(word: string): ForgottenTurns | null {
  const [qaId = '', numbers = ''] = word.split(':');
  const isList = /^\d+(?:,\d+)*$/.test(numbers);
  return isQaId(qaId) && isList ? { qaId, turns: numbers.split(',').map(Number) } : null;
}

/** When each person was forgotten last. */
export function forgottenSince(forgotten: readonly Forgotten[]): ReadonlyMap<string, string> {
  const since = new Map<string, string>();
  for (const { userId, forgottenAt } of forgotten) {
    const former = since.get(userId);
    if (former === undefined || Date.parse(former) < Date.parse(forgottenAt)) since.set(userId, forgottenAt);
  }
  return since;
}

/** Whether these words are among those that were forgotten: what a person writes afterwards counts again. */
export function isForgotten(
  since: ReadonlyMap<string, string>,
  words: { readonly authorId: string; readonly createdAt: string },
): boolean {
  const forgottenAt = since.get(words.authorId);
  return forgottenAt !== undefined && Date.parse(words.createdAt) <= Date.parse(forgottenAt);
}
