import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { inAll, type PostingList, type PostingLists } from './posting-lists.ts';
import { withoutTargets, type Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** A line with nearly all words of a question, grammar included, and few others counts as the question itself. */
export const overlap = { share: 0.85, longest: 2, sections: 15, words: 60 } as const;

/** Finds sections with a line that repeats a question. */
export function createQuestionLines({
  sectionsWith,
  section,
  searchTerms,
}: {
  readonly sectionsWith: PostingLists;
  readonly section: (id: number) => { readonly headings: readonly string[]; readonly text: string };
  readonly searchTerms: SearchWords['searchTerms'];
}) {
  /** The share of a question's words that a line contains; 0 for a line with many others. */
  const shareOf = (asked: ReadonlySet<string>, line: string): number => {
    if (line.length > 400) return 0;
    const lineTerms = new Set(searchTerms(withoutTargets(line)));
    if (lineTerms.size > asked.size * overlap.longest) return 0;
    return [...asked].filter((term) => lineTerms.has(term)).length / asked.size;
  };

  return {
    wordsOf: (question: string): ReadonlySet<string> =>
      new Set(searchTerms(question).slice(0, overlap.words)),

    /** The first sections that contain all words of the question in a heading, or else anywhere. */
    holdingAll(asked: ReadonlySet<string>, view: SearchView): PostingList {
      const most = overlap.sections * 5;
      const withAll = (mark: Mark) =>
        inAll(
          [...asked].map((word) => sectionsWith(word, mark, view)),
          most,
        );
      const named = withAll('named');
      return named.length > 0 ? named : withAll('held');
    },

    /** Of some sections, those with a line that is likely the question itself. */
    likest: (asked: ReadonlySet<string>, ids: ReadonlySet<number>) =>
      [...ids].flatMap((id) => {
        const { headings, text } = section(id);
        const lines = [...headings.slice(-1), ...text.split('\n')];
        const share = Math.max(...lines.map((line) => shareOf(asked, line)));
        return share >= overlap.share ? [{ id, share }] : [];
      }),
  };
}
