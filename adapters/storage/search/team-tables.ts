import { withoutCorrectionOpening } from '../../../domain/language/correction-opening.ts';
import { DatabaseSync } from 'node:sqlite';
import type { Topic } from '../../../domain/ports/library.ts';
import { teamTurns } from '../../../domain/team/erased-turns.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { newestKept } from '../remember-last.ts';
import { createSourceRanking, type SourceRanking } from './rank-sources.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { generationsKept } from '../library/topics-reader.ts';
import { changesTo, searchSchema, searchTables, type SearchableText } from './search-tables.ts';

/**
 * The topics of a generation, searchable. They are kept in memory alone: they are few beside the documents, and a
 * person's words are in no other file than the topics, from which forgetting takes them.
 */
export function createTeamTables(words: SearchWords): {
  readonly ranking: (generation: number, topics: readonly Topic[]) => SourceRanking;
  readonly close: () => void;
} {
  const openedTables = newestKept<ReturnType<typeof opened>>(generationsKept, ({ db }) => db.close());

  const opened = () => {
    const db = new DatabaseSync(':memory:');
    db.exec(searchSchema);
    return { db, tables: searchTables(db, words), ranking: createSourceRanking(db, words) };
  };

  return {
    ranking(generation, topics) {
      const tablesOfGeneration = openedTables.get(generation) ?? opened();
      openedTables.set(generation, tablesOfGeneration);
      const { tables, ranking } = tablesOfGeneration;
      const wanted = topics.map((topic) => ({ ...topic, sourceId: teamSourceId(topic.slug) }));
      const { changed, gone } = changesTo(tables, wanted);
      for (const sourceId of gone) tables.remove(sourceId);
      for (const topic of changed) tables.replace(topic.sourceId, topic.version, searchableTopic(topic));
      return ranking;
    },
    close() {
      for (const { db } of openedTables.values()) db.close();
    },
  };
}

/** Makes each pair a section. Members' questions are a field of their own: they count, and only the team's words are shown. */
const searchableTopic = ({ slug, pairs }: Topic): SearchableText => ({
  title: slug.replaceAll('-', ' '),
  url: null,
  sections: pairs.map(({ turns }) => {
    const questions = turns.flatMap(({ label, text }) => (label === 'User' ? [text] : [])).join('\n');
    const text = teamTurns(turns).map(withoutCorrectionOpening).join('\n');
    return { headings: [], text, questions, counted: `${questions}\n${text}` };
  }),
});
