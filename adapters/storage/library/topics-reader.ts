import { formatIndex } from '../../../domain/documents/index-file.ts';
import type { Topic, TopicDescription } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { revisionIn } from '../database/revisions.ts';
import type { Row } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { newestKept } from '../remember-last.ts';
import { unknownGeneration } from './generations.ts';
import { generationsKept } from './ledger.ts';
import { readBlocks, topicFrom } from './topics.ts';

type TopicRow = Row<'topics'>;

const inOrder = (rows: readonly TopicRow[]): readonly TopicRow[] =>
  rows.toSorted((a, b) => compareCodePoints(a.slug, b.slug));

export function* topicRows(generation: number): Section<readonly TopicRow[]> {
  return inOrder(yield* all(tables.selectFrom('topics').selectAll().where('generation', '=', generation)));
}

/**
 * The same, with the revision of the generation, in one statement. `rows` is null when the revision is the one that is known.
 * Throws a final `PortError` for a generation that is not there.
 */
export function* topicRowsSince(
  generation: number,
  known: string | null = null,
): Section<{ readonly revision: string | null; readonly rows: readonly TopicRow[] | null }> {
  const revision = revisionIn(`generation ${generation}`);
  const found = yield* all(
    tables
      .selectFrom('generations')
      .leftJoin('topics', (join) =>
        join.onRef('generation', '=', 'number').on(revision, 'is distinct from', known),
      )
      .selectAll('topics')
      .select(revision.as('revision'))
      .where('number', '=', generation)
      .where('state', '<>', 'dropped'),
  );
  const [about] = found;
  if (!about) throw unknownGeneration(generation);
  if (about.revision === known && known !== null) return { revision: known, rows: null };
  const rows = found.filter((row): row is typeof row & TopicRow => row.slug !== null);
  return { revision: about.revision, rows: inOrder(rows) };
}

export const descriptionOf = (row: TopicRow): TopicDescription => ({
  slug: row.slug,
  text: row.description,
  contentHash: row.describedHash,
  pending: row.pending === 1,
});

/** Caches topics and reads those whose version has changed. Not for use inside writes. */
export function createTopicsReader(): (generation: number) => Section<readonly Topic[]> {
  const kept = newestKept<{ readonly revision: string | null; readonly topics: readonly Topic[] }>(
    generationsKept,
  );
  return function* (generation) {
    const known = kept.get(generation);
    const { revision, rows } = yield* topicRowsSince(generation, known?.revision);
    if (known && !rows) return known.topics;
    const bySlug = new Map(known?.topics.map((topic) => [topic.slug, topic]));
    const changed = (rows ?? []).filter(({ slug, version }) => bySlug.get(slug)?.version !== version);
    const slugs = changed.map(({ slug }) => slug);
    const blocks = yield* readBlocks(generation, known ? slugs : null);
    for (const slug of slugs) {
      const topic = topicFrom(slug, blocks.get(slug));
      if (topic) bySlug.set(slug, topic);
    }
    const topics = (rows ?? []).flatMap(({ slug }) => bySlug.get(slug) ?? []);
    kept.set(generation, { revision, topics });
    return topics;
  };
}

const indexOf = (rows: readonly TopicRow[]): string =>
  formatIndex(rows.map((row) => ({ sourceId: teamSourceId(row.slug), description: row.description })));

/** `index-team.txt` of a generation. */
export function* teamIndex(generation: number): Section<string> {
  return indexOf(yield* topicRows(generation));
}

/** Caches the last index. Not for use inside writes. */
export function createIndexReader(): (generation: number) => Section<string> {
  let last = { generation: 0, revision: null as string | null, text: '' };
  return function* (generation) {
    const known = last.generation === generation ? last.revision : null;
    const { revision, rows } = yield* topicRowsSince(generation, known);
    if (rows) last = { generation, revision, text: indexOf(rows) };
    return last.text;
  };
}
