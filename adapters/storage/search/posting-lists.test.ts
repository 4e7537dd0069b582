import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createPostingLists, inAll } from './posting-lists.ts';
import { searchSchema, searchTables } from './search-tables.ts';
import { createSearchView } from './search-view.ts';

function openLists() {
  const db = new DatabaseSync(':memory:');
  db.exec(searchSchema);
  const tables = searchTables(db);
  const view = createSearchView(db);
  const sectionsWith = createPostingLists(db);
  return {
    write: (sourceId: string, ...texts: readonly string[]) => {
      const sections = texts.map((text) => ({ headings: ['Title'], text, questions: '' }));
      tables.replace(sourceId, '1', { title: '', url: null, sections });
    },
    lists: (...terms: readonly string[]) => terms.map((term) => sectionsWith(term, 'held', view())),
  };
}

it('names the sections that hold a term, and those that came since', () => {
  const { write, lists } = openLists();
  write('kb:a.md', 'ports', 'hosts', 'ports and hosts');
  expect(lists('port', 'host', 'none').map((list) => [...list])).toEqual([[1, 3], [2, 3], []]);
  write('kb:b.md', 'ports');
  expect([...(lists('port')[0] ?? [])]).toEqual([1, 3, 4]);
});

it('finds what stands in all lists, up to a limit', () => {
  const { write, lists } = openLists();
  write('kb:a.md', ...Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 'ports and hosts' : 'ports')));
  const both = lists('port', 'host');
  expect([...inAll(both, 100)]).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
  expect([...inAll(both, 2)]).toEqual([1, 4]);
  expect([...inAll([...both, new Uint32Array()], 2)]).toEqual([]);
  expect([...inAll([], 2)]).toEqual([]);
});
