import { contentHash } from '../../../domain/values/content-hash.ts';
import type { IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import type { ChangeResult, Insertion, Topic, TopicDescription } from '../../../domain/ports/library.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import { newestQuestions, type QaPair } from '../../../domain/team/qa-pair.ts';
import { topicSlug } from '../../../domain/team/topic-slug.ts';
import { byTime, type QaId } from '../../../domain/values/qa-id.ts';
import { insert, list, remove, type Row, update, upsert, valueOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { textHash } from '../files/text-files.ts';
import { revise } from '../database/revisions.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { isOpen } from './generations.ts';
import { insertSettlements } from './ledger.ts';

export interface Block {
  readonly qaId: QaId;
  /** Verbatim, with its line end. */
  readonly text: string;
}

/** A topic's text: its blocks, the oldest first, one blank line between. */
export const topicText = (blocks: readonly Block[]): string =>
  blocks
    .toSorted(byTime)
    .map(({ text }) => text)
    .join('\n');

/** The blocks of some topics, or of all (null). */
export async function readBlocks(
  trx: Transaction,
  generation: number,
  slugs: readonly string[] | null,
): Promise<ReadonlyMap<string, readonly Block[]>> {
  const match = slugs === null ? { generation } : { generation, slug: slugs };
  const rows = await list(trx, 'pairs', match, ['slug', 'qaId', 'block']);
  const blocks = rows.map(({ slug, qaId, block: text }) => ({ slug, qaId, text }));
  return Map.groupBy(blocks, ({ slug }) => slug);
}

export async function readTopic(trx: Transaction, generation: number, slug: string): Promise<Topic | null> {
  return topicFrom(slug, (await readBlocks(trx, generation, [slug])).get(slug));
}

/** Null if there are no blocks. */
export function topicFrom(slug: string, blocks: readonly Block[] = []): Topic | null {
  if (blocks.length === 0) return null;
  const text = topicText(blocks);
  return { slug, version: textHash(text), text, pairs: parseTopic(text).pairs };
}

/** The topic of each of these pairs. */
export async function topicsOfPairs(
  trx: Transaction,
  generation: number,
  qaIds: readonly QaId[],
): Promise<ReadonlyMap<QaId, string>> {
  const rows = await list(trx, 'pairs', { generation, qaId: qaIds }, ['qaId', 'slug']);
  return new Map(rows.map(({ qaId, slug }) => [qaId, slug]));
}

interface TopicAsIs {
  readonly generation: number;
  readonly slug: string;
  readonly row: TopicRow | null;
  readonly blocks: readonly Block[];
}

async function readAsIs(
  trx: Transaction,
  generation: number,
  slugs: readonly string[],
): Promise<readonly TopicAsIs[]> {
  const rows = await trx
    .selectFrom('topics')
    .selectAll()
    .where('generation', '=', generation)
    .where('slug', 'in', slugs)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.slug, row]));
  const blocks = await readBlocks(trx, generation, slugs);
  return slugs.map((slug) => ({
    generation,
    slug,
    row: rowOf.get(slug) ?? null,
    blocks: blocks.get(slug) ?? [],
  }));
}

/** Replaces a topic's pairs, without what was retracted; without any, the topic goes. */
async function writeTopic(
  trx: Transaction,
  topic: TopicAsIs,
  pairs: readonly QaPair[],
  now: Date,
): Promise<void> {
  const { generation, slug } = topic;
  requireSlug(slug);
  const textsBefore = new Map(topic.blocks.map(({ qaId, text }) => [qaId, text]));
  const retracted = await retractedAmong(
    trx,
    pairs.map(({ qaId }) => qaId),
  );
  const standing = pairs.filter(({ qaId }) => !retracted.has(qaId));
  const blocks = standing.map((pair): Block => ({ qaId: pair.qaId, text: formatTopic([pair]) }));
  const changed = blocks.filter(({ qaId, text }) => textsBefore.get(qaId) !== text);
  const staying = new Set(blocks.filter((block) => !changed.includes(block)).map(({ qaId }) => qaId));
  const removedIds = [...textsBefore.keys()].filter((qaId) => !staying.has(qaId));
  if (removedIds.length + changed.length === 0) return;
  await remove(trx, 'pairs', { generation, qaId: removedIds });
  await insert(
    trx,
    'pairs',
    changed.map(({ qaId, text: block }) => ({ generation, slug, qaId, block })),
  );
  await saveAsIs(trx, { ...topic, blocks }, now);
}

/** Updates a topic's row from its pairs: the version, and a stand-in for the description. */
export async function refreshTopic(
  trx: Transaction,
  generation: number,
  slug: string,
  now: Date,
  dropDescription = false,
): Promise<void> {
  for (const topic of await readAsIs(trx, generation, [slug]))
    await saveAsIs(trx, topic, now, dropDescription);
}

async function saveAsIs(
  trx: Transaction,
  { generation, slug, row, blocks }: TopicAsIs,
  now: Date,
  dropDescription = false,
): Promise<void> {
  await revise(trx, `generation ${generation}`);
  if (blocks.length === 0) return await remove(trx, 'topics', { generation, slug });
  const text = topicText(blocks);
  const hash = contentHash(text);
  const isCurrent = row?.describedHash === hash;
  const isUsable = row && !dropDescription && (isCurrent || !row.pending);
  const standsIn = { describedHash: hash, describedAt: now.toISOString(), pending: true };
  const described = isUsable
    ? row
    : { generation, slug, description: newestQuestions(parseTopic(text).pairs), ...standsIn };
  await upsert(trx, 'topics', { ...described, version: textHash(text) });
}

type TopicRow = Row<'topics'>;

/** Stores a model's description, unless the topic has changed since. */
export async function describeTopic(
  trx: Transaction,
  generation: number,
  { slug, text, contentHash: hash }: Omit<TopicDescription, 'pending'>,
  now: Date,
): Promise<void> {
  const topic = await readTopic(trx, generation, slug);
  if (!topic || contentHash(topic.text) !== hash || text.trim() === '') return;
  const described = { description: text.trim(), describedHash: hash, describedAt: now.toISOString() };
  await update(trx, 'topics', { generation, slug }, { ...described, pending: false });
  await revise(trx, `generation ${generation}`);
}

/** The columns of a topic in a record of the index cache. */
export const describedIn = (record: IndexCacheRecord): Omit<TopicRow, 'generation' | 'slug' | 'version'> => ({
  description: record.summary_text,
  describedHash: record.content_hash,
  describedAt: record.last_indexed_at,
  pending: record.summary_pending,
});

function requireSlug(slug: string): void {
  if (topicSlug(slug) === slug) return;
  throw finalError(
    'topic_name_invalid',
    'A topic is named in lower-case letters, digits and single hyphens, at most 80 characters.',
  );
}

/** Compares what an entry's place was decided on with what is there now, then writes the topics and settles the entry, in one transaction. */
export async function insertEntry(
  trx: Transaction,
  { generation, settle, rewrites, captured }: Insertion,
  now: Date,
): Promise<ChangeResult> {
  const { qaId } = settle;
  if (!(await isOpen(trx, generation))) return 'conflict';
  const outcome = await valueOf(trx, 'settlements', { generation, qaId }, 'outcome');
  if ((outcome ?? 'failed') !== 'failed' || (await retractedAmong(trx, [qaId])).has(qaId)) return 'conflict';
  if ((await countCaptured(trx, generation, qaId)) !== captured) return 'conflict';
  const topics = await readAsIs(
    trx,
    generation,
    rewrites.map(({ slug }) => slug),
  );
  const isOther = ({ slug, blocks }: (typeof topics)[number], at: number) =>
    (topicFrom(slug, blocks)?.version ?? null) !== rewrites[at]?.expectedVersion;
  if (topics.some(isOther)) return 'conflict';
  for (const [at, topic] of topics.entries()) await writeTopic(trx, topic, rewrites[at]?.pairs ?? [], now);
  await insertSettlements(trx, generation, [settle]);
  return 'changed';
}

/** How many other captures of the entry's conversation have found a topic. */
async function countCaptured(trx: Transaction, generation: number, qaId: QaId): Promise<number> {
  const row = await trx
    .selectFrom('settlements')
    .innerJoin('raw_segments', 'raw_segments.qaId', 'settlements.qaId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('generation', '=', generation)
    .where('topic', 'is not', null)
    .where('settlements.qaId', '!=', qaId)
    .where('settlements.qaId', 'not in', trx.selectFrom('retractions').select('qaId'))
    .where(
      'conversationId',
      '=',
      trx.selectFrom('raw_segments').select('conversationId').where('qaId', '=', qaId),
    )
    .executeTakeFirst();
  return row?.count ?? 0;
}
