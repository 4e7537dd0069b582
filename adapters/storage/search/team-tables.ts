import { DatabaseSync } from 'node:sqlite';
import type { Topic } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/topic-slug.ts';
import { changesTo } from './agree.ts';
import { searchSchema, searchTables, type SearchTables } from './search-tables.ts';
import type { SearchableText } from './searchable.ts';

/** Replies are pinned to a generation for seconds; a rebuild reads another one meanwhile. */
const generationsKept = 3;

/**
 * The topics of a generation, searchable. They are kept in memory alone: they are few beside the documents, and a
 * person's words are in no other file than the topics, from which forgetting takes them.
 */
export function createTeamTables(): {
  readonly tables: (generation: number, topics: readonly Topic[]) => SearchTables;
  readonly close: () => void;
} {
  const kept = new Map<number, { readonly db: DatabaseSync; readonly tables: SearchTables }>();

  const opened = (generation: number) => {
    const db = new DatabaseSync(':memory:');
    db.exec(searchSchema);
    const entry = { db, tables: searchTables(db) };
    kept.set(generation, entry);
    const [oldest] = kept.keys();
    if (kept.size > generationsKept && oldest !== undefined) {
      kept.get(oldest)?.db.close();
      kept.delete(oldest);
    }
    return entry;
  };

  return {
    tables(generation, topics) {
      const { tables } = kept.get(generation) ?? opened(generation);
      const texts = new Map(topics.map((topic) => [teamSourceId(topic.slug), topic]));
      const wanted = [...texts].map(([sourceId, { version }]) => ({
        sourceId,
        version,
        read: async () => null,
      }));
      const { changed, gone } = changesTo(tables, wanted);
      for (const sourceId of gone) tables.remove(sourceId);
      for (const { sourceId, version } of changed) {
        const topic = texts.get(sourceId);
        if (topic) tables.replace(sourceId, version, searchableTopic(topic));
      }
      return tables;
    },
    close() {
      for (const { db } of kept.values()) db.close();
    },
  };
}

/** A pair is a section; what the members asked in it is searched as a field of its own. */
const searchableTopic = ({ slug, pairs }: Topic): SearchableText => ({
  title: slug.replaceAll('-', ' '),
  url: null,
  sections: pairs.map(({ turns }) => {
    const said = (isAsked: boolean) =>
      turns
        .filter(({ label }) => (label === 'User') === isAsked)
        .map(({ text }) => text)
        .join('\n');
    return { headings: [], text: said(false), questions: said(true) };
  }),
});
