import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createPostingLists } from './posting-lists.ts';
import { rankSections } from './rank-sections.ts';
import { searchSchema, searchTables } from './search-tables.ts';
import { createSearchView } from './search-view.ts';

const sections = [
  { headings: [], text: 'kiwi and lime', questions: '' },
  { headings: [], text: 'lime and pear', questions: '' },
  { headings: ['Lime'], text: 'about it', questions: '' },
  { headings: [], text: `lime ${'filler '.repeat(40)}`, questions: '' },
  { headings: [], text: 'plum', questions: '' },
  { headings: [], text: 'a lime', questions: 'kiwi and lime' },
];

function ranked(...words: readonly string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec(searchSchema);
  searchTables(db).replace('kb:a.md', '1', { title: '', url: null, sections });
  return rankSections(words, createSearchView(db)(), createPostingLists(db));
}

it('gives each section that holds a word a score, and counts the words that it holds', () => {
  const { ids, termsHeld, terms } = ranked('kiwi', 'lime', 'unheard');
  expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 6]);
  expect(Array.from(termsHeld)).toEqual([0, 2, 1, 1, 1, 0, 2]);
  expect(terms).toBe(2);
});

it.each([
  ['a rare word', 1, 'a common one', 2],
  ['a heading', 3, 'the text', 2],
  ["a pair's question", 6, 'the text', 1],
  ['a short section', 2, 'a long one', 4],
])('counts %s for more than %s', (_more, higher, _less, lower) => {
  const { scores, best } = ranked('kiwi', 'lime');
  expect(scores[higher]).toBeGreaterThan(scores[lower] ?? 0);
  expect(scores[higher]).toBeLessThan(best);
});
