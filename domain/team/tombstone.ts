import type { Turn } from './qa-pair.ts';

/** What stands in the place of a forgotten person's words. */
export const tombstone = '[forgotten]';

/** What stands in the place of their id and name, where one is needed. */
export const forgottenAuthor = 'forgotten';

/** The same turns, with a tombstone in the place of those with these numbers, counted from 0. */
export const withTombstones = (turns: readonly Turn[], numbers: readonly number[]): readonly Turn[] =>
  turns.map((turn, at) => (numbers.includes(at) ? { ...turn, text: tombstone } : turn));

/** Without a question or without an answer nothing can be learned from a pair any more. */
export const saysNothing = (turns: readonly Turn[]): boolean =>
  (['User', 'Team'] as const).some((label) =>
    turns.every((turn) => turn.label !== label || turn.text === tombstone),
  );
