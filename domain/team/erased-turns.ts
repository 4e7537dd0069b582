import type { Turn } from './qa-pair.ts';
import { piecesOf } from './qa-block-reader.ts';
import { formatRawEntry, parseRaw } from './qa-blocks.ts';
import type { QaId } from '../values/qa-id.ts';

/** What stands in the place of an erased person's words. */
export const erasedText = '[forgotten]';

/** What stands in the place of their id and name, where one is needed. */
export const erasedAuthor = 'forgotten';

/** The same turns, with the text erased of those with these numbers, counted from 0. */
export const withErasedTurns = (turns: readonly Turn[], numbers: readonly number[]): readonly Turn[] =>
  turns.map((turn, at) => (numbers.includes(at) ? { ...turn, text: erasedText } : turn));

/** Without a question or without an answer nothing can be learned from a pair any more. */
export const saysNothing = (turns: readonly Turn[]): boolean =>
  asksNothing(turns) || isErasedOf(turns, 'Team');

/** No question is left. */
export const asksNothing = (turns: readonly Turn[]): boolean => isErasedOf(turns, 'User');

const isErasedOf = (turns: readonly Turn[], side: Turn['label']): boolean =>
  turns.every(({ label, text }) => label !== side || text === erasedText);

/**
 * A raw file's text with the text of some turns erased, counted from 0. Entries that this does not concern stay as
 * they are, to the byte, and so does the whole text when all of it is done already.
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
  // What separated the block from the next one stays.
  const [gap = ''] = /\n*$/.exec(block) ?? [];
  return `${formatRawEntry({ ...entry, turns: withErasedTurns(entry.turns, numbers) }).trimEnd()}${gap}`;
}
