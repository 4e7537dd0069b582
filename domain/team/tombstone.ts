import type { Turn } from './qa-pair.ts';
import { readBlocks } from './qa-block-reader.ts';
import { formatRawEntry, parseRaw } from './qa-blocks.ts';
import type { QaId } from '../values/qa-id.ts';

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

/**
 * A raw file's text with tombstones in the place of some turns, counted from 0. Entries that this does not concern stay as
 * they are, to the byte, and so does the whole text when all of it is done already.
 */
export function buryTurns(text: string, turns: ReadonlyMap<QaId, readonly number[]>): string {
  const lines = text.split('\n');
  const starts = readBlocks(lines).blocks.map(({ line }) => line - 1);
  const before = lines.slice(0, starts[0] ?? lines.length).join('\n');
  const blocks = starts.map((start, at) => {
    const isLast = at === starts.length - 1;
    const own = lines.slice(start, starts[at + 1]).join('\n');
    return buryInBlock(isLast ? own : `${own}\n`, turns);
  });
  return starts[0] === undefined || starts[0] === 0
    ? blocks.join('') || text
    : `${before}\n${blocks.join('')}`;
}

function buryInBlock(block: string, turns: ReadonlyMap<QaId, readonly number[]>): string {
  const [entry] = parseRaw(block.endsWith('\n') ? block : `${block}\n`).entries;
  const numbers = entry ? turns.get(entry.qaId) : undefined;
  const isDone = numbers?.every((number) => (entry?.turns[number]?.text ?? tombstone) === tombstone) ?? true;
  if (!entry || !numbers || isDone) return block;
  // What separated the block from the next one stays.
  const [gap = ''] = /\n*$/.exec(block) ?? [];
  return `${formatRawEntry({ ...entry, turns: withTombstones(entry.turns, numbers) }).trimEnd()}${gap}`;
}
