import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import type { Topic, TopicDescription } from '../../../domain/ports/library.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { topicSlug } from '../../../domain/team/topic-slug.ts';
import { byTime, compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import { insert, list, remove, update, upsert } from '../database/rows.ts';
import { all, first, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables, type Tables } from '../database/tables.ts';
import { shorten } from '../shorten.ts';
import { honoured } from './suppressions.ts';

/** How many of a topic's newest questions stand in for a description, and how long each may be. */
const standInQuestions = 3;
const standInChars = 160;

export interface Block {
  readonly qaId: QaId;
  /** As it stands in the file, with its line end. */
  readonly text: string;
}

/** A topic's text: its blocks, the oldest first, one blank line between. */
export const topicText = (blocks: readonly Block[]): string =>
  blocks
    .toSorted(byTime)
    .map(({ text }) => text)
    .join('\n');

export const topicOf = (slug: string, version: string, text: string): Topic => ({
  slug,
  version,
  text,
  pairs: parseTopic(text).pairs,
});

export const textHash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The blocks of some topics of a generation, or of all. */
export function* readBlocks(
  generation: number,
  slugs: readonly string[] | null,
): Section<ReadonlyMap<string, readonly Block[]>> {
  const match = slugs === null ? { generation } : { generation, slug: slugs };
  const rows = yield* list('pairs', match, ['slug', 'qa_id', 'block']);
  const blocks = rows.map(({ slug, qa_id: qaId, block: text }) => ({ slug, qaId, text }));
  return Map.groupBy(blocks, ({ slug }) => slug);
}

export function* readTopic(generation: number, slug: string): Section<Topic | null> {
  const blocks = (yield* readBlocks(generation, [slug])).get(slug);
  if (!blocks) return null;
  const text = topicText(blocks);
  return topicOf(slug, textHash(text), text);
}

/** In which topic each of these pairs stands. */
export function* topicsOfPairs(
  generation: number,
  qaIds: readonly QaId[],
): Section<ReadonlyMap<QaId, string>> {
  const rows = yield* list('pairs', { generation, qa_id: qaIds }, ['qa_id', 'slug']);
  return new Map(rows.map(({ qa_id: qaId, slug }) => [qaId, slug]));
}

/**
 * Replaces a topic's pairs, without what was retracted and forgotten; without any, the topic goes. A block that says the
 * same stays as a person wrote it, and words that a person gave a pair hold.
 */
export function* writeTopic(
  generation: number,
  slug: string,
  pairs: readonly QaPair[],
  now: Date,
): Section<void> {
  requireSlug(slug);
  const kept = yield* honoured(pairs);
  const former = new Map(
    ((yield* readBlocks(generation, [slug])).get(slug) ?? []).map(({ qaId, text }) => [qaId, text]),
  );
  const edits = yield* editsOf(kept.map(({ qaId }) => qaId));
  const blocks = new Map(
    kept.map((pair) => {
      const known = former.get(pair.qaId);
      const stays = known !== undefined && saysTheSame(known, pair);
      return [pair.qaId, stays ? known : (edits.get(pair.qaId) ?? formatTopic([pair]))] as const;
    }),
  );
  const gone = [...former.keys()].filter((qaId) => !blocks.has(qaId));
  const changed = [...blocks].filter(([qaId, block]) => former.get(qaId) !== block);
  yield* remove('pairs', { generation, qa_id: [...gone, ...changed.map(([qaId]) => qaId)] });
  yield* insert(
    'pairs',
    changed.map(([qaId, block]) => ({ generation, slug, qa_id: qaId, block })),
  );
  if (gone.length + changed.length > 0) yield* refreshTopic(generation, slug, now);
}

export const saysTheSame = (block: string, { turns }: QaPair): boolean =>
  JSON.stringify(parseTopic(block).pairs[0]?.turns) === JSON.stringify(turns);

/** The words that a person gives a pair hold in every generation. */
export const saveEdit = (qaId: QaId, block: string): Section<void> =>
  upsert('pair_edits', { qa_id: qaId, block });

/** The words that people gave pairs in the place of their own. */
export function* editsOf(qaIds: readonly QaId[]): Section<ReadonlyMap<QaId, string>> {
  const rows = yield* list('pair_edits', { qa_id: qaIds }, ['qa_id', 'block']);
  return new Map(rows.map(({ qa_id: qaId, block }) => [qaId, block]));
}

/** Brings the row of a topic in line with its pairs: its version, and what stands in for a description. */
export function* refreshTopic(
  generation: number,
  slug: string,
  now: Date,
  {
    dropDescription = false,
    dropStale = false,
  }: {
    readonly dropDescription?: boolean;
    /** Drops a description of another text: it may hold what the topic holds no more. */
    readonly dropStale?: boolean;
  } = {},
): Section<void> {
  yield* revise(`generation ${generation}`);
  const blocks = (yield* readBlocks(generation, [slug])).get(slug);
  if (!blocks) return yield* remove('topics', { generation, slug });
  const former = yield* first(
    tables.selectFrom('topics').selectAll().where('generation', '=', generation).where('slug', '=', slug),
  );
  const text = topicText(blocks);
  const hash = contentHash(text);
  const isCurrent = former?.described_hash === hash;
  const isUsable = former && !dropDescription && (isCurrent || (former.pending === 0 && !dropStale));
  yield* saveTopic({
    generation,
    slug,
    version: textHash(text),
    ...(isUsable
      ? describedAs(former)
      : {
          description: standIn(parseTopic(text).pairs),
          described_hash: hash,
          described_at: now.toISOString(),
          pending: 1,
        }),
  });
}

type TopicRow = Selectable<Tables['topics']>;

const describedAs = ({ description, described_hash, described_at, pending }: TopicRow) => ({
  description,
  described_hash,
  described_at,
  pending,
});

export function* saveTopic(row: TopicRow): Section<void> {
  yield* upsert('topics', row);
}

/** Stores what a model wrote, unless the topic's text has changed since. */
export function* describeTopic(
  generation: number,
  { slug, text, contentHash: hash }: Omit<TopicDescription, 'pending'>,
  now: Date,
): Section<void> {
  const topic = yield* readTopic(generation, slug);
  if (!topic || contentHash(topic.text) !== hash || text.trim() === '') return;
  const described = {
    description: text.trim(),
    described_hash: hash,
    described_at: now.toISOString(),
    pending: 0,
  };
  yield* update('topics', { generation, slug }, described);
  yield* revise(`generation ${generation}`);
}

export const descriptionOf = (row: TopicRow): TopicDescription => ({
  slug: row.slug,
  text: row.description,
  contentHash: row.described_hash,
  pending: row.pending === 1,
});

/** What a record of the index's cache says of a topic. */
export const describedIn = (record: IndexCacheRecord): Omit<TopicRow, 'generation' | 'slug' | 'version'> => ({
  description: record.summary_text,
  described_hash: record.content_hash,
  described_at: record.last_indexed_at,
  pending: Number(record.summary_pending),
});

/** In code-point order. */
export function* topicRows(generation: number): Section<readonly TopicRow[]> {
  const rows = yield* all(tables.selectFrom('topics').selectAll().where('generation', '=', generation));
  return rows.toSorted((a, b) => compareCodePoints(a.slug, b.slug));
}

function requireSlug(slug: string): void {
  if (topicSlug(slug) === slug) return;
  throw finalError(
    'topic_name_invalid',
    'A topic is named in lower-case letters, digits and single hyphens, at most 80 characters.',
  );
}

/** The first lines of the newest questions, one a line. */
function standIn(pairs: readonly QaPair[]): string {
  const questions = pairs
    .toSorted((a, b) => compareQaIds(b.qaId, a.qaId))
    .flatMap(({ turns }) => turns.find(({ label }) => label === 'User') ?? [])
    .flatMap(({ text }) => text.split('\n').find((line) => line.trim() !== '') ?? [])
    .map((line) => shorten(line.trim(), standInChars));
  return questions.slice(0, standInQuestions).join('\n') || 'Answers by the team.';
}
