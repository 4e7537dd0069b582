import type { Searchable } from '../../../adapters/storage/search/search-tables.ts';

/** Some of these exceed SQLite's memory, so that an unfinished build has written to the file. */
const filling = 'x'.repeat(120_000);

/** Sources that each contain a word, which is also their version. */
export const sourcesWith = (word: string, count: number): readonly Searchable[] =>
  Array.from({ length: count }, (_, at) => ({
    sourceId: `kb:${at}.md`,
    version: word,
    read: async () => {
      const sections = [{ headings: [], text: `${word} ${filling}`, questions: '' }];
      return { title: '', url: null, sections };
    },
  }));
