import { piecesOf } from '../../../domain/team/qa-block-reader.ts';
import { parseTopic, topicTextWithoutOwnTurns } from '../../../domain/team/qa-blocks.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { insert, update } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { keptBlock } from '../library/retract.ts';
import { insertSettlements } from '../library/settlements.ts';
import {
  readBlocks,
  refreshTopic,
  saveEdit,
  textHash,
  topicsOfPairs,
  type Block,
} from '../library/topics.ts';
import type { Merged } from './merge-archive.ts';

/** The blocks of a topic file, and whether it contains other text. */
export function blocksOf(text: string): { readonly blocks: readonly Block[]; readonly hasOther: boolean } {
  const pieces = piecesOf(text)
    .map(topicTextWithoutOwnTurns)
    .map((piece) => ({
      text: `${piece.replace(/\n+$/u, '')}\n`,
      pair: parseTopic(piece).pairs[0],
    }));
  return {
    blocks: pieces.flatMap(({ text: block, pair }) => (pair ? [{ qaId: pair.qaId, text: block }] : [])),
    hasOther: pieces.some(({ text: block, pair }) => !pair && block.trim() !== ''),
  };
}

/** The hash of each block of a topic's file, as JSON by `qa_id`. */
export const blockHashes = (text: string): string =>
  JSON.stringify(
    Object.fromEntries(blocksOf(text).blocks.map((block) => [block.qaId, textHash(block.text)])),
  );

/**
 * Takes in a topic's file as a person left it, block by block against what was printed last. Where the row has moved too, the
 * row wins and the file is a conflict; so it is where an id stands twice and says two things: the first block counts. A block
 * that is gone is no retraction; one that stands in another topic, and no more in that one's file, was moved.
 */
export function* mergeTopic({
  generation,
  slug,
  text,
  base,
  isInFileOf,
  now,
}: {
  readonly generation: number;
  readonly slug: string;
  readonly text: string;
  /** The hash of each printed block. */
  readonly base: ReadonlyMap<QaId, string>;
  readonly isInFileOf: (slug: string, qaId: QaId) => boolean;
  readonly now: Date;
}): Section<Merged> {
  const { blocks, hasOther } = blocksOf(text);
  const rows = new Map(
    ((yield* readBlocks(generation, [slug])).get(slug) ?? []).map((block) => [block.qaId, block.text]),
  );
  const elsewhere = yield* topicsOfPairs(
    generation,
    blocks.map(({ qaId }) => qaId),
  );
  const touched = new Set<string>();
  const firsts = new Map(blocks.toReversed().map((block) => [block.qaId, block]));
  let isConflict = hasOther || blocks.some(({ qaId, text }) => firsts.get(qaId)?.text !== text);
  for (const block of firsts.values()) {
    const { qaId } = block;
    const row = rows.get(qaId);
    if (row === block.text) continue;
    const kept = yield* keptBlock(block.text);
    const printed = base.get(qaId);
    const place = elsewhere.get(qaId);
    const isOld = printed === textHash(block.text);
    if (kept === null || kept === row || isOld) continue;
    if (row !== undefined && printed === textHash(row)) yield* editPair(generation, qaId, row, kept);
    else if (row === undefined && place !== undefined && !isInFileOf(place, qaId)) {
      yield* update('pairs', { generation, qaId }, { slug, block: kept });
      touched.add(place);
    } else if (row === undefined && place === undefined && printed === undefined) {
      yield* insert('pairs', [{ generation, qaId, slug, block: kept }]);
      yield* insertSettlements(generation, [{ qaId, outcome: 'integrated', topic: slug }]);
    } else {
      isConflict = true;
      continue;
    }
    touched.add(slug);
  }
  for (const changed of touched) yield* refreshTopic(generation, changed, now);
  const there = new Set(blocks.map(({ qaId }) => qaId));
  const missing = [...rows.keys()].filter((qaId) => base.has(qaId) && !there.has(qaId));
  return { isConflict, missing, problems: parseTopic(text).problems };
}

function* editPair(generation: number, qaId: QaId, row: string, block: string): Section<void> {
  yield* update('pairs', { generation, qaId }, { block });
  if (JSON.stringify(parseTopic(row).pairs) === JSON.stringify(parseTopic(block).pairs)) return;
  yield* saveEdit(qaId, block);
}
