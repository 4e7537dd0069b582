import { formatIndex } from '../../../domain/documents/index-file.ts';
import type { Topic, TopicDescription } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { revisionOf } from '../database/revisions.ts';
import type { Row } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { requireGeneration } from './generations.ts';
import { readBlocks, topicFrom } from './topics.ts';

/** The live generation, a rebuild, and one that a reply is pinned to. */
export const generationsKept = 3;

type TopicRow = Row<'topics'>;

export async function topicRows(trx: Transaction, generation: number): Promise<readonly TopicRow[]> {
  const rows = await trx.selectFrom('topics').selectAll().where('generation', '=', generation).execute();
  return rows.toSorted((a, b) => compareCodePoints(a.slug, b.slug));
}

/** `index-team.txt` of a generation. */
export const teamIndex = (rows: readonly TopicRow[]): string =>
  formatIndex(rows.map((row) => ({ sourceId: teamSourceId(row.slug), description: row.description })));

interface TopicsOf {
  readonly revision: number;
  readonly topics: readonly Topic[];
  readonly descriptions: readonly TopicDescription[];
  readonly index: string;
}

/**
 * Caches the topics of a generation and reads those whose version has changed. Not for use inside writes. Throws a final
 * `PortError` for a generation that is not there.
 */
export function createTopicsReader(): (trx: Transaction, generation: number) => Promise<TopicsOf> {
  const cache = new Map<number, TopicsOf>();
  return async (trx, generation) => {
    const revision = await revisionOf(trx, `generation ${generation}`);
    const cached = cache.get(generation);
    if (cached?.revision === revision) return cached;
    await requireGeneration(trx, generation);
    const rows = await topicRows(trx, generation);
    const bySlug = new Map(cached?.topics.map((topic) => [topic.slug, topic]));
    const changed = rows.filter(({ slug, version }) => bySlug.get(slug)?.version !== version);
    const slugs = changed.map(({ slug }) => slug);
    const blocks = await readBlocks(trx, generation, cached ? slugs : null);
    for (const slug of slugs) {
      const topic = topicFrom(slug, blocks.get(slug));
      if (topic) bySlug.set(slug, topic);
    }
    const read = {
      revision,
      topics: rows.flatMap(({ slug }) => bySlug.get(slug) ?? []),
      descriptions: rows.map(descriptionOf),
      index: teamIndex(rows),
    };
    setBounded(cache, { key: generation, value: read, max: generationsKept });
    return read;
  };
}

const descriptionOf = (row: TopicRow): TopicDescription => ({
  slug: row.slug,
  text: row.description,
  contentHash: row.describedHash,
  pending: row.pending,
});
