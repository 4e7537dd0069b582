import { formatIndex } from '../../../domain/documents/index-file.ts';
import type { Topic } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import type { Row } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { newestKept } from '../remember-last.ts';
import { generationsKept } from './ledger.ts';
import { readBlocks, topicFrom, topicRows, topicRowsSince } from './topics.ts';

/** Keeps topics in memory, and reads those whose version has changed. For reads alone. */
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

const indexOf = (rows: readonly Row<'topics'>[]): string =>
  formatIndex(rows.map((row) => ({ sourceId: teamSourceId(row.slug), description: row.description })));

/** `index-team.txt` of a generation. */
export function* teamIndex(generation: number): Section<string> {
  return indexOf(yield* topicRows(generation));
}

/** Keeps the last index. For reads alone. */
export function createIndexReader(): (generation: number) => Section<string> {
  let last = { generation: 0, revision: null as string | null, text: '' };
  return function* (generation) {
    const known = last.generation === generation ? last.revision : null;
    const { revision, rows } = yield* topicRowsSince(generation, known);
    if (rows) last = { generation, revision, text: indexOf(rows) };
    return last.text;
  };
}
