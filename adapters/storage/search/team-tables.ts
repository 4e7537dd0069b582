import { withoutCorrectionOpening } from '../../../domain/language/correction-opening.ts';
import { DatabaseSync } from 'node:sqlite';
import type { Topic } from '../../../domain/ports/library.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { changesTo } from './agree.ts';
import { createSourceRanking, type SourceRanking } from './rank-sources.ts';
import { searchSchema, searchTables } from './search-tables.ts';
import type { SearchableText } from './searchable.ts';

/** Replies are pinned to a generation for seconds; a rebuild reads another one meanwhile. */
const generationsKept = 3;

/**
 * The topics of a generation, searchable. They are kept in memory alone: they are few beside the documents, and a
 * person's words are in no other file than the topics, from which forgetting takes them.
 */
export function createTeamTables(): {
  readonly ranking: (generation: number, topics: readonly Topic[]) => SourceRanking;
  readonly close: () => void;
} {
  const kept = new Map<number, ReturnType<typeof opened>>();

  const opened = (generation: number) => {
    const db = new DatabaseSync(':memory:');
    db.exec(searchSchema);
    const entry = { db, tables: searchTables(db), ranking: createSourceRanking(db) };
    kept.set(generation, entry);
    const [oldest] = kept.keys();
    if (kept.size > generationsKept && oldest !== undefined) {
      kept.get(oldest)?.db.close();
      kept.delete(oldest);
    }
    return entry;
  };

  return {
    ranking(generation, topics) {
      const { tables, ranking } = kept.get(generation) ?? opened(generation);
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
      if (changed.length + gone.length > 0) ranking.changed();
      return ranking;
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
        .map(({ text }) => (isAsked ? text : withoutCorrectionOpening(text)))
        .join('\n');
    return { headings: [], text: `${said(true)}\n${said(false)}`, questions: said(true) };
  }),
});
