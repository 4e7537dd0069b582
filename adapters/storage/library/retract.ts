import type { Library, RetractionResult } from '../../../domain/ports/library.ts';
import { compareQaIds, timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import { find, remove, update } from '../database/rows.ts';
import { all, chunked, run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { generationNumbers, liveGeneration } from './generations.ts';
import { honoured, insertRetractions, retractedAmong } from './suppressions.ts';
import { readBlocks, refreshTopic, topicsOfPairs } from './topics.ts';

/** Takes entries out of every generation: a rollback must find them gone as well. */
export function* retract({
  qaIds: asked,
  now,
  dryRun = false,
  withEarlier = true,
}: Parameters<Library['retract']>[0]): Section<RetractionResult> {
  const live = yield* liveGeneration();
  const qaIds = yield* toRetract(asked, live, withEarlier);
  const standing = yield* topicsOfPairs(live, qaIds);
  const hit = [...new Set(standing.values())].toSorted();
  const blocks = yield* readBlocks(live, hit);
  const isEmptied = (slug: string) => (blocks.get(slug) ?? []).every(({ qaId }) => standing.has(qaId));
  const plan = {
    qaIds,
    changedTopics: hit.filter((slug) => !isEmptied(slug)),
    removedTopics: hit.filter(isEmptied),
  };
  if (!dryRun) {
    const retractedAt = timestampFromDate(now);
    yield* insertRetractions(qaIds.map((qaId) => ({ qaId, retractedAt })));
    yield* applyRetractionsEverywhere(qaIds, now);
  }
  return plan;
}

/** Those that are known and not retracted yet, and the earlier captures of their conversations. */
function* toRetract(asked: readonly QaId[], live: number, withEarlier: boolean): Section<readonly QaId[]> {
  const standing = yield* topicsOfPairs(live, asked);
  const wanted = new Set<QaId>();
  for (const qaId of asked) {
    const entry = yield* find('raw_segments', { qa_id: qaId }, ['conversation_id']);
    if (entry || standing.has(qaId)) wanted.add(qaId);
    if (!entry || !withEarlier) continue;
    const captures = yield* all(
      tables
        .selectFrom('raw_segments')
        .select('qa_id')
        .where('conversation_id', '=', entry.conversation_id)
        .where('qa_id', 'is not', null),
    );
    for (const { qa_id: other } of captures) {
      if (other !== null && compareQaIds(other, qaId) < 0) wanted.add(other);
    }
  }
  const retracted = yield* retractedAmong([...wanted]);
  return [...wanted].filter((qaId) => !retracted.has(qaId)).toSorted(compareQaIds);
}

/** Takes what may not be kept of these pairs out of every generation, with the descriptions of topics that held it. */
export function* applyRetractionsEverywhere(qaIds: readonly QaId[], now: Date): Section<void> {
  for (const some of chunked(qaIds)) {
    const edits = tables.selectFrom('pair_edits').selectAll().where('qa_id', 'in', some);
    for (const { qa_id: qaId, block } of yield* all(edits)) {
      const kept = yield* honouredBlock(block);
      const edit = tables.deleteFrom('pair_edits').where('qa_id', '=', qaId);
      if (kept === null) yield* run(edit);
      else yield* update('pair_edits', { qa_id: qaId }, { block: kept });
    }
  }
  for (const generation of yield* generationNumbers()) {
    const standing = yield* topicsOfPairs(generation, qaIds);
    const touched = new Set<string>();
    for (const [qaId, slug] of standing) {
      const row = yield* find('pairs', { generation, qa_id: qaId }, ['block']);
      const kept = row ? yield* honouredBlock(row.block) : null;
      if (kept === row?.block) continue;
      touched.add(slug);
      if (kept === null) yield* remove('pairs', { generation, qa_id: qaId });
      else yield* update('pairs', { generation, qa_id: qaId }, { block: kept });
    }
    for (const slug of touched) yield* refreshTopic(generation, slug, now, { dropDescription: true });
  }
}

/** A block without what may not be kept; null when nothing of it may. */
export function* honouredBlock(block: string): Section<string | null> {
  const [pair] = parseTopic(block).pairs;
  const [kept] = pair ? yield* honoured([pair]) : [];
  if (!kept) return null;
  return kept === pair ? block : formatTopic([kept]);
}
