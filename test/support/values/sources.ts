import type { Searchable } from '../../../adapters/storage/search/search-tables.ts';

/** So many of them are more than SQLite keeps in memory: an unfinished build has written to the file. */
const filling = 'x'.repeat(120_000);

/** For tests: sources that each hold a word, whose versions are that word. */
export const sourcesWith = (word: string, count: number): readonly Searchable[] =>
  Array.from({ length: count }, (_, at) => ({
    sourceId: `kb:${at}.md`,
    version: word,
    read: async () => {
      const sections = [{ headings: [], text: `${word} ${filling}`, questions: '' }];
      return { title: '', url: null, sections };
    },
  }));
