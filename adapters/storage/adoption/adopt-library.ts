import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import type { AdoptedLibrary } from '../../../domain/ports/library.ts';
import { parseTopic, adoptTopicBlock, topicTextWithoutOwnTurns } from '../../../domain/team/qa-blocks.ts';
import { piecesOf } from '../../../domain/team/qa-block-reader.ts';
import { parseRemovalApprovals } from '../../../domain/team/removal-files.ts';
import { parseSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicSlug } from '../../../domain/team/topic-slug.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { insert, update, upsert } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { saveRemovalApproval } from '../library/removal-approvals.ts';
import { insertSettlements } from '../library/settlements.ts';
import { describedIn, refreshTopic, type Block } from '../library/topics.ts';
import { ignoreMissing, readText } from '../files/text-files.ts';
import { takeInArchive } from '../printing/take-in-archive.ts';
import type { StorageLog } from '../storage-log.ts';
import { takeInRetractedAndErased, tellOfLines } from '../retracted-and-erased-files.ts';
import { readCursor } from './cursor.ts';

interface Adoption {
  /** The folder of a library: `raw`, `topics`, `state.json` and what else the store or the Python original wrote there. */
  readonly folder: string;
  readonly log: StorageLog;
  readonly now: Date;
}

/** The generation that an empty store begins with. */
const generation = 1;

/**
 * Fills an empty store from a library's text files: printed ones whose database is gone, or those of the Python original. Null for a store
 * that holds something already. Throws a final `PortError` for a `last_processed_qa_id` that is none.
 */
export async function adoptLibrary(trx: Transaction, adoption: Adoption): Promise<AdoptedLibrary | null> {
  const { folder, log, now } = adoption;
  const entry = await trx.selectFrom('raw_segments').select('id').limit(1).executeTakeFirst();
  const pair = await trx.selectFrom('pairs').select('qaId').limit(1).executeTakeFirst();
  if (entry || pair) return null;
  const ledger = readText(join(folder, 'settled.txt'));
  // The ledger says what was settled. The Python original had only a cursor.
  const state = join(folder, 'state.json');
  const cursor = ledger === null ? readCursor(state, readText(state)) : null;
  await update(trx, 'generations', { number: generation }, { adoptedCursor: cursor });
  await takeInArchive(trx, { paths: { rawDir: join(folder, 'raw') }, log, printed: new Map() });
  const standing = await adoptTopics(trx, adoption, ledger === null);
  const { settled, problems } = parseSettled(ledger ?? '');
  tellOfLines(log, join(folder, 'settled.txt'), problems);
  await insertSettlements(trx, generation, settled);
  const settledIds = new Set(settled.map(({ qaId }) => qaId));
  await insertSettlements(
    trx,
    generation,
    [...standing]
      .filter(([qaId]) => !settledIds.has(qaId))
      .map(([qaId, topic]) => ({ qaId, outcome: 'integrated', topic })),
  );
  await takeInRetractedAndErased(trx, { paths: { libraryDir: folder }, log, now });
  const decisions = join(folder, 'decisions.txt');
  const decided = parseRemovalApprovals(readText(decisions) ?? '');
  for (const approval of decided.approvals) await saveRemovalApproval(trx, approval);
  tellOfLines(log, decisions, decided.problems);
  return { pairs: standing.size, topics: new Set(standing.values()).size };
}

/** Returns the topic of each pair. */
async function adoptTopics(trx: Transaction, { folder, log, now }: Adoption, byOriginal: boolean) {
  const topicsDir = join(folder, 'topics');
  const standing = new Map<QaId, string>();
  const { cache } = parseIndexCache(readText(join(folder, 'index-team-cache.json')) ?? '{}');
  for (const name of ignoreMissing(() => readdirSync(topicsDir), []).toSorted(compareCodePoints)) {
    // The original used topic names as its model returned them.
    const slug = name.endsWith('.txt') && !name.startsWith('.') ? topicSlug(basename(name, '.txt')) : null;
    if (slug === null) continue;
    const blocks = blocksOf(readText(join(topicsDir, name)) ?? '');
    const ownBlocks = blocks.filter(
      ({ qaId }, at) => !standing.has(qaId) && blocks.findIndex((block) => block.qaId === qaId) === at,
    );
    if (ownBlocks.length < blocks.length)
      log.warn(
        { file: name },
        `pair_stands_twice: ${join(topicsDir, name)} repeats pairs; the first ones count`,
      );
    if (ownBlocks.length === 0) continue;
    const isNew = ![...standing.values()].includes(slug);
    await insert(
      trx,
      'pairs',
      ownBlocks.map(({ qaId, text }) => ({
        generation,
        slug,
        qaId,
        block: byOriginal ? adoptTopicBlock(text) : text,
      })),
    );
    for (const { qaId } of ownBlocks) standing.set(qaId, slug);
    const record = cache?.sources[teamSourceId(slug)];
    if (record?.source_type === 'file' && record.summary_text.trim() !== '' && isNew)
      await upsert(trx, 'topics', { generation, slug, version: '', ...describedIn(record) });
    await refreshTopic(trx, generation, slug, now);
  }
  return standing;
}

/** The blocks of a topic's file, without Steward's own turns. */
const blocksOf = (text: string): readonly Block[] =>
  piecesOf(text).flatMap((piece) => {
    const [pair] = parseTopic(topicTextWithoutOwnTurns(piece)).pairs;
    return pair
      ? [{ qaId: pair.qaId, text: `${topicTextWithoutOwnTurns(piece).replace(/\n+$/u, '')}\n` }]
      : [];
  });
