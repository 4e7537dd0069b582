import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import { inStep } from '../../../test/support/steps/team-steps.ts';
import { seededStore } from '../../../test/support/storage/seeded-store.ts';
import type { ReplyDeps } from '../../deps.ts';
import { comparePairs } from './compare-pairs.ts';

/** A store with pairs, and one page that comes near all of them. Counts searches and calls. */
async function open({ verdict = 'agrees', model: modelName = 'scripted', likeness = 0.5 } = {}) {
  const { records, library } = await seededStore();
  const topics = await library.topics(await library.liveGeneration());
  const pairs = topics.flatMap((topic) => topic.pairs);
  const words = pairs.flatMap(({ turns }) => turns.map(({ text }) => text)).join(' ');
  const page = { hash: '1', text: `# Guide\n\n${words}` };
  const counts = { searches: 0, calls: 0 };
  const decide = async () => {
    counts.calls += 1;
    if (verdict === 'refused') throw finalError('model_content_filtered', 'It refuses.');
    const value = { issues: [], verdict, source_id: 'kb:guide.md', statement: null };
    return { value, call: {} };
  };
  const deps = {
    records,
    library,
    config: configSchema.parse({}),
    channelFor: () => null,
    now: () => new Date('2026-02-10T12:00:00Z'),
    log: { info: () => undefined },
    model: { modelFor: () => modelName, decide },
    documentIndex: {
      readCache: async () => ({
        sources: { 'kb:guide.md': { content_hash: page.hash, last_indexed_at: '' } },
      }),
    },
    sources: {
      search: async () => {
        counts.searches += 1;
        return [
          { sourceId: 'team:a.txt', likeness: 1 },
          { sourceId: 'kb:guide.md', likeness },
        ];
      },
      load: async () => ({ sourceId: 'kb:guide.md', title: 'Guide', text: page.text, url: null }),
    },
  } as unknown as ReplyDeps;
  const sweep = async () => {
    const before = { ...counts };
    while ((await inStep(() => comparePairs(deps, { answersToday: 0 }))).mayBeMore);
    return { searches: counts.searches - before.searches, calls: counts.calls - before.calls };
  };
  const asked = async () =>
    [...(await records.pairComparisons()).values()].reduce((sum, one) => sum + (one.asked?.times ?? 0), 0);
  const verdicts = async () => [...(await records.pairComparisons()).values()].map((one) => one.verdict);
  return { page, sweep, pairs: pairs.length, verdicts, asked };
}

it('searches for a pair when the documents have changed, and calls a model when the part near it has', async () => {
  const { page, sweep, pairs, asked } = await open();
  expect(pairs).toBeGreaterThan(0);
  expect(await sweep()).toEqual({ searches: pairs, calls: pairs });
  expect(await sweep()).toEqual({ searches: 0, calls: 0 });
  Object.assign(page, { hash: '2' });
  expect(await sweep()).toEqual({ searches: pairs, calls: 0 });
  // Nor does a decision that is kept count against the day.
  expect(await asked()).toBe(pairs);
  Object.assign(page, { hash: '3', text: `${page.text} Or not.` });
  expect(await sweep()).toEqual({ searches: pairs, calls: pairs });
});

it('shows a model no page that holds hardly anything of a pair, and asks none that compares nothing', async () => {
  const { sweep, pairs, verdicts } = await open({ likeness: 0.05 });
  expect(await sweep()).toEqual({ searches: pairs, calls: 0 });
  expect(new Set(await verdicts())).toEqual(new Set(['none']));
  const embedded = await open({ model: 'steward-extractive-10' });
  expect(await embedded.sweep()).toEqual({ searches: 0, calls: 0 });
});

it('a pair that a model refuses keeps no other waiting, and is asked about again when the documents change', async () => {
  const { page, sweep, pairs, verdicts } = await open({ verdict: 'refused' });
  expect(await sweep()).toEqual({ searches: pairs, calls: pairs });
  expect(new Set(await verdicts())).toEqual(new Set(['failed']));
  expect(await sweep()).toEqual({ searches: 0, calls: 0 });
  Object.assign(page, { hash: '2' });
  expect(await sweep()).toEqual({ searches: pairs, calls: pairs });
});
