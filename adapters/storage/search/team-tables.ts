import type { DatabaseSync } from 'node:sqlite';
import type { Topic } from '../../../domain/ports/library.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { teamTurns } from '../../../domain/team/erased-turns.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { generationsKept } from '../library/topics-reader.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { createSourceRanking } from './rank-sources.ts';
import {
  changesTo,
  openSearchTables,
  removeSource,
  replaceSource,
  type SearchableText,
} from './search-tables.ts';

/**
 * The topics of a generation, searchable. They are kept in memory alone: they are few beside the documents, and a
 * person's words are in no other file than the topics, from which forgetting takes them.
 */
export function createTeamTables(words: SearchWords) {
  const databases = new Map<number, DatabaseSync>();
  return {
    ranking(generation: number, topics: readonly Topic[]) {
      const db = databases.get(generation) ?? openSearchTables(':memory:');
      // One that leaves is closed when its memory is freed.
      setBounded(databases, { key: generation, value: db, max: generationsKept });
      const wanted = topics.map((topic) => ({ ...topic, sourceId: teamSourceId(topic.slug) }));
      const { changed, removed } = changesTo(db, wanted);
      for (const sourceId of removed) removeSource(db, sourceId);
      for (const topic of changed) replaceSource(db, topic, searchableTopic(topic), words);
      return createSourceRanking(db, words);
    },
    close() {
      for (const db of databases.values()) db.close();
    },
  };
}

/** Makes each pair a section. Members' questions are a field of their own: they count, and only the team's words are shown. */
const searchableTopic = ({ slug, pairs }: Topic): SearchableText => ({
  title: slug.replaceAll('-', ' '),
  url: null,
  sections: pairs.map(({ turns }) => {
    const questions = turns.flatMap(({ label, text }) => (label === 'User' ? [text] : [])).join('\n');
    return { headings: [], text: teamTurns(turns).join('\n'), questions };
  }),
});
