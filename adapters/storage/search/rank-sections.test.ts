import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { highest } from './highest.ts';
import { createPostingLists } from './posting-lists.ts';
import { createSectionRanking, type RankedSections } from './rank-sections.ts';
import { searchSchema, searchTables } from './search-tables.ts';
import { createSearchView } from './search-view.ts';

const sources = 600;
const sectionsEach = 5;
/** A word is held by every so many sections, as the question's words are: some are rare, some are everywhere. */
const words = { kiwi: 97, plum: 41, pear: 11, fig: 3, lime: 2 } as const;

function openRanking() {
  const db = new DatabaseSync(':memory:');
  db.exec(searchSchema);
  const tables = searchTables(db);
  db.exec('BEGIN');
  for (let source = 0; source < sources; source += 1) {
    const sections = Array.from({ length: sectionsEach }, (_, part) => {
      const at = (source * sectionsEach + part) * 7_919;
      const held = Object.entries(words).filter(([, every]) => at % every === 0);
      const text = held.map(([word]) => `${word} `.repeat(1 + (at % 4))).join('');
      return { headings: at % 5 === 0 ? ['Fig'] : [], text: text + 'filler '.repeat(at % 13), questions: '' };
    });
    tables.replace(`kb:${source}.md`, '1', { title: '', url: null, sections });
  }
  db.exec('COMMIT');
  const view = createSearchView(db)();
  const rankSections = createSectionRanking(createPostingLists(db));
  return { view, rank: (wanted: number) => rankSections(Object.keys(words), view, wanted) };
}

const bestOf = ({ found }: RankedSections, count: number) =>
  highest(found.keys(), (id) => found.get(id)?.score ?? 0, count).map((id) => found.get(id));

it('leaves out only what is not among the best sections and holds no best section of a source among the best', () => {
  const { view, rank } = openRanking();
  const whole = rank(Infinity);
  const bestSources = bestOf(whole, Infinity).filter(
    (section, at, all) =>
      at === all.findIndex((other) => view.sourceOf[other?.id ?? 0] === view.sourceOf[section?.id ?? 0]),
  );
  for (const wanted of [1, 10, 100]) {
    const some = rank(wanted);
    expect(some.found.size).toBeLessThan(whole.found.size / 2);
    expect(bestOf(some, wanted)).toEqual(bestOf(whole, wanted));
    for (const section of bestSources.slice(0, wanted))
      expect(some.found.get(section?.id ?? 0)).toEqual(section);
    expect([some.terms, some.best]).toEqual([whole.terms, whole.best]);
  }
});

it('finds what is included, scored as if nothing were left out', () => {
  const { view, rank } = openRanking();
  const whole = rank(Infinity);
  const some = rank(10);
  const out = [...whole.found.keys()].filter((id) => !some.found.has(id));
  const [section = 0] = out;
  const source = view.sourceOf[out.at(-1) ?? 0] ?? 0;
  some.include([section], new Set([source]));
  expect(some.found.get(section)).toEqual(whole.found.get(section));
  const [best] = bestOf(whole, Infinity).filter((one) => view.sourceOf[one?.id ?? 0] === source);
  expect(some.found.get(best?.id ?? 0)).toEqual(best);
});
