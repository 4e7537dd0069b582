import { basename, join } from 'node:path';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import type { AdoptedLibrary } from '../../../domain/ports/library.ts';
import { parseTopic, topicTextWithoutOwnTurns } from '../../../domain/team/qa-blocks.ts';
import { piecesOf } from '../../../domain/team/qa-block-reader.ts';
import { parseSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicSlug } from '../../../domain/team/topic-slug.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { insertNew, list, update } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { insertSettlements } from '../library/ledger.ts';
import { describedIn, refreshTopic, type Block } from '../library/topics.ts';
import { namesIn, parsedJson, readText } from '../files/text-files.ts';
import { wasFilled } from '../identity.ts';
import { takeInArchive } from '../printing/take-in-archive.ts';
import type { StorageLog } from '../storage-log.ts';
import { takeInPrinted, tellOfLines } from '../retracted-and-erased-files.ts';
import { z } from 'zod';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { mistake } from '../../../domain/ports/errors.ts';

interface Adoption {
  /** The folder of a library: `raw`, `topics`, `state.json` and what else the store or the Python original wrote there. */
  readonly folder: string;
  readonly log: StorageLog;
  readonly now: Date;
}

/** The generation that an empty store begins with. */
const generation = 1;

/**
 * Fills an empty store from a library's text files: printed ones whose database is gone, or those of the Python original. A store
 * that holds something already takes what they retract and forget alone; then null. Throws a final `PortError` for a
 * `last_processed_qa_id` that is none.
 */
export async function adoptLibrary(trx: Transaction, adoption: Adoption): Promise<AdoptedLibrary | null> {
  const { folder, log, now } = adoption;
  const entry = await trx.selectFrom('raw_segments').select('id').limit(1).executeTakeFirst();
  const pair = await trx.selectFrom('pairs').select('qaId').limit(1).executeTakeFirst();
  const ledger = readText(join(folder, 'settled.txt'));
  // The ledger says what was settled. The Python original had only a cursor.
  const state = join(folder, 'state.json');
  const cursor = ledger === null ? readCursor(state, readText(state)) : null;
  if (entry || pair) {
    await takeInPrinted(trx, { libraryDir: folder, log, now });
    return null;
  }
  await update(trx, 'generations', { number: generation }, { adoptedCursor: cursor });
  await takeInArchive(trx, join(folder, 'raw'), { log, printed: new Map() });
  const standing = await adoptTopics(trx, adoption);
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
  await takeInPrinted(trx, { libraryDir: folder, log, now });
  await wasFilled(trx);
  return { pairs: standing.size, topics: new Set(standing.values()).size };
}

/** Returns the topic of each pair. Of one that stands twice, the first counts. */
async function adoptTopics(trx: Transaction, { folder, now }: Adoption) {
  const topicsDir = join(folder, 'topics');
  const { cache } = parseIndexCache(readText(join(folder, 'index-team-cache.json')) ?? '{}');
  const slugs = new Set<string>();
  for (const name of namesIn(topicsDir).toSorted(compareCodePoints)) {
    // The original used topic names as its model returned them.
    const slug = topicSlug(basename(name, '.txt'));
    if (slug === null) continue;
    slugs.add(slug);
    const blocks = blocksOf(readText(join(topicsDir, name)) ?? '');
    const pairs = blocks.map(({ qaId, text: block }) => ({ generation, slug, qaId, block }));
    await insertNew(trx, 'pairs', pairs);
    const record = cache?.sources[teamSourceId(slug)];
    if (record?.source_type === 'file' && record.summary_text.trim() !== '')
      await insertNew(trx, 'topics', [{ generation, slug, version: '', ...describedIn(record) }]);
  }
  for (const slug of slugs) await refreshTopic(trx, generation, slug, now);
  const standing = await list(trx, 'pairs', { generation }, ['qaId', 'slug']);
  return new Map(standing.map(({ qaId, slug }) => [qaId, slug]));
}

/** The blocks of a topic's file, without Steward's own turns. */
const blocksOf = (text: string): readonly Block[] =>
  piecesOf(text).flatMap((piece) => {
    const [pair] = parseTopic(topicTextWithoutOwnTurns(piece)).pairs;
    return pair
      ? [{ qaId: pair.qaId, text: `${topicTextWithoutOwnTurns(piece).replace(/\n+$/u, '')}\n` }]
      : [];
  });

const schema = z.object({ last_processed_qa_id: z.string() });

/**
 * The cursor of a `state.json` that another program wrote; null when it is empty. Throws a final
 * `PortError` for anything else: who wrote it meant something by it.
 */
function readCursor(path: string, text: string | null): QaId | null {
  if (text === null) return null;
  const parsed = schema.safeParse(parsedJson(text));
  if (!parsed.success)
    throw mistake(
      'state_unreadable',
      `${path} is not {"last_processed_qa_id": "qa_…"}. Correct it, or delete it to have every ` +
        'raw entry processed that stands in no topic.',
    );
  const cursor = parsed.data.last_processed_qa_id;
  return cursor === '' ? null : cursorAt(cursor, `${path}: last_processed_qa_id`);
}

/** `place` names the source of the value, for the message. */
export function cursorAt(value: string, place: string): QaId {
  if (isQaId(value)) return value;
  throw mistake(
    'cursor_invalid',
    `${place} is ${JSON.stringify(value.slice(0, 80))}, which is no qa_id. ` +
      'Set it to an id such as qa_20260201_031056.228000, or to "" to process everything.',
  );
}
