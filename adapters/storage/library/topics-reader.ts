import { formatIndex } from '../../../domain/documents/index-file.ts';
import type { Topic, TopicDescription } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { revisionIn } from '../database/revisions.ts';
import type { Row } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { newestKept } from '../remember-last.ts';
import { unknownGeneration } from './generations.ts';
import { generationsKept } from './ledger.ts';
import { readBlocks, topicFrom } from './topics.ts';

type TopicRow = Row<'topics'>;

const inOrder = (rows: readonly TopicRow[]): readonly TopicRow[] =>
  rows.toSorted((a, b) => compareCodePoints(a.slug, b.slug));

export async function topicRows(trx: Transaction, generation: number): Promise<readonly TopicRow[]> {
  return inOrder(await trx.selectFrom('topics').selectAll().where('generation', '=', generation).execute());
}

/**
 * The same, with the revision of the generation, in one statement. `rows` is null when the revision is the one that is known.
 * Throws a final `PortError` for a generation that is not there.
 */
export async function topicRowsSince(
  trx: Transaction,
  generation: number,
  known: string | null = null,
): Promise<{ readonly revision: string | null; readonly rows: readonly TopicRow[] | null }> {
  const revision = revisionIn(trx, `generation ${generation}`);
  const topicRow = await trx
    .selectFrom('generations')
    .leftJoin('topics', (join) =>
      join.onRef('generation', '=', 'number').on(revision, 'is distinct from', known),
    )
    .selectAll('topics')
    .select(revision.as('revision'))
    .where('number', '=', generation)
    .where('state', '<>', 'dropped')
    .execute();
  const [about] = topicRow;
  if (!about) throw unknownGeneration(generation);
  if (about.revision === known && known !== null) return { revision: known, rows: null };
  const rows = topicRow.filter((row): row is typeof row & TopicRow => row.slug !== null);
  return { revision: about.revision, rows: inOrder(rows) };
}

export const descriptionOf = (row: TopicRow): TopicDescription => ({
  slug: row.slug,
  text: row.description,
  contentHash: row.describedHash,
  pending: row.pending === 1,
});

/** Caches topics and reads those whose version has changed. Not for use inside writes. */
export function createTopicsReader(): (trx: Transaction, generation: number) => Promise<readonly Topic[]> {
  const readTopics = newestKept<{ readonly revision: string | null; readonly topics: readonly Topic[] }>(
    generationsKept,
  );
  return async (trx, generation) => {
    const rememberedTopics = readTopics.get(generation);
    const { revision, rows } = await topicRowsSince(trx, generation, rememberedTopics?.revision);
    if (rememberedTopics && !rows) return rememberedTopics.topics;
    const bySlug = new Map(rememberedTopics?.topics.map((topic) => [topic.slug, topic]));
    const changed = (rows ?? []).filter(({ slug, version }) => bySlug.get(slug)?.version !== version);
    const slugs = changed.map(({ slug }) => slug);
    const blocks = await readBlocks(trx, generation, rememberedTopics ? slugs : null);
    for (const slug of slugs) {
      const topic = topicFrom(slug, blocks.get(slug));
      if (topic) bySlug.set(slug, topic);
    }
    const topics = (rows ?? []).flatMap(({ slug }) => bySlug.get(slug) ?? []);
    readTopics.set(generation, { revision, topics });
    return topics;
  };
}

const indexOf = (rows: readonly TopicRow[]): string =>
  formatIndex(rows.map((row) => ({ sourceId: teamSourceId(row.slug), description: row.description })));

/** `index-team.txt` of a generation. */
export async function teamIndex(trx: Transaction, generation: number): Promise<string> {
  return indexOf(await topicRows(trx, generation));
}

/** Caches the last index. Not for use inside writes. */
export function createIndexReader(): (trx: Transaction, generation: number) => Promise<string> {
  let last = { generation: 0, revision: null as string | null, text: '' };
  return async (trx, generation) => {
    const revisionBefore = last.generation === generation ? last.revision : null;
    const { revision, rows } = await topicRowsSince(trx, generation, revisionBefore);
    if (rows) last = { generation, revision, text: indexOf(rows) };
    return last.text;
  };
}
