import { expect, it } from 'vitest';
import { testSources } from '../../test/support/steps/graph-context.ts';
import { nearestPages } from './nearest-pages.ts';

const hit = (sourceId: string, likeness: number) => ({
  sourceId,
  title: sourceId,
  headings: [],
  snippet: '',
  score: 1,
  likeness,
  url: null,
});

it('only pages that hold enough of a question are shown, and of the team only what holds half of it', async () => {
  const hits = [
    hit('team:calls.txt', 0.4),
    hit('kb:near.md', 0.3),
    hit('kb:far.md', 0.29),
    hit('team:port.txt', 0.5),
  ];
  const sources = { ...testSources, search: async () => hits };
  const found = await nearestPages(
    { sources },
    { question: 'What is the default port of the proxy in a container?', generation: 1 },
  );
  expect(found.map(({ sourceId }) => sourceId)).toEqual(['kb:near.md', 'team:port.txt']);
});

it.each([
  ['What is the capital of France?', 0.5, 0],
  ['What is the capital of France?', 0.51, 1],
  ['And the port?', 0.3, 1],
])('a page with one of several terms is not near: "%s" and %d', async (question, likeness, shown) => {
  const sources = { ...testSources, search: async () => [hit('kb:capital.md', likeness)] };
  expect(await nearestPages({ sources }, { question, generation: 1 })).toHaveLength(shown);
});
