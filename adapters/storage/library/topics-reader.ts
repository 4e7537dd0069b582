import { formatIndex } from '../../../domain/documents/index-file.ts';
import type { Topic } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import type { Section } from '../database/section.ts';
import { revisionOf } from '../database/revisions.ts';
import { newestKept } from '../remember-last.ts';
import { requireGeneration } from './generations.ts';
import { generationsKept } from './settlements.ts';
import { readBlocks, topicOf, topicRows, topicText } from './topics.ts';

/** Keeps topics in memory, and reads those whose version has changed. For reads alone. */
export function createTopicsReader(): (generation: number) => Section<readonly Topic[]> {
  const kept = newestKept<{ readonly revision: number; readonly topics: readonly Topic[] }>(generationsKept);
  return function* (generation) {
    yield* requireGeneration(generation);
    const revision = yield* revisionOf(`generation ${generation}`);
    const known = kept.get(generation);
    if (known?.revision === revision) return known.topics;
    const bySlug = new Map(known?.topics.map((topic) => [topic.slug, topic]));
    const rows = yield* topicRows(generation);
    const changed = rows.filter(({ slug, version }) => bySlug.get(slug)?.version !== version);
    const slugs = changed.map(({ slug }) => slug);
    const blocks = yield* readBlocks(generation, known ? slugs : null);
    for (const { slug, version } of changed) {
      bySlug.set(slug, topicOf(slug, version, topicText(blocks.get(slug) ?? [])));
    }
    const topics = rows.flatMap(({ slug }) => bySlug.get(slug) ?? []);
    kept.set(generation, { revision, topics });
    return topics;
  };
}

/** `index-team.txt` of a generation. */
export function* teamIndex(generation: number): Section<string> {
  const rows = yield* topicRows(generation);
  return formatIndex(rows.map((row) => ({ sourceId: teamSourceId(row.slug), description: row.description })));
}

export function createIndexReader(): (generation: number) => Section<string> {
  let last = { generation: 0, revision: -1, text: '' };
  return function* (generation) {
    const revision = yield* revisionOf(`generation ${generation}`);
    if (last.generation !== generation || last.revision !== revision)
      last = { generation, revision, text: yield* teamIndex(generation) };
    return last.text;
  };
}
