import { describe, expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { addPair, skipped } from '../../test/support/storage/add-pair.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { configSchema } from '../../config/schema.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import { inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { publishGeneration, type PublishInput, isApproved, removalsToApprove } from './regeneration.ts';

/** A live library of so many pairs, and a rebuilt one that holds those that `keeps` says. */
async function rebuilt({
  pairs,
  keeps,
  kb = {},
}: {
  readonly pairs: number;
  readonly keeps: (second: number) => boolean;
  readonly kb?: object;
}) {
  const store = await openIn(testFolder());
  const { library } = store;
  const entries = Array.from({ length: pairs }, (_, second) => entry(second));
  for (const one of entries) {
    await library.appendRaw(one, testNow);
    await addPair(library, one);
  }
  const generation = await library.openGeneration('a run');
  for (const [second, one] of entries.entries())
    if (keeps(second)) await addPair(library, one, { generation });
  const ask = () =>
    removalsToApprove({ library, config: configSchema.parse({ kb }), log: silentLog }, generation);
  const deps = openSteps({ store, decide: () => ({ text: '', questions: [] }) });
  const publish = (yes: Pick<PublishInput, 'approvedRemovals'>) =>
    inStep(() => publishGeneration(deps, { generation, firstRunId: 'run', ...yes }));
  return { library, entries, generation, ask, publish };
}

it('a rebuild may remove five pairs by itself, and a sixth needs a yes', async () => {
  expect(await (await rebuilt({ pairs: 12, keeps: (second) => second >= 5 })).ask()).toBe(null);
  const { ask, entries } = await rebuilt({ pairs: 12, keeps: (second) => second >= 6 });
  const removals = entries.slice(0, 6).map(({ qaId }) => qaId);
  expect(await ask()).toMatchObject({ removals, notArchived: 0 });
});

it('the config says another number', async () => {
  const kb = { max_removals_per_regeneration: 0 };
  expect(await (await rebuilt({ pairs: 3, keeps: (second) => second > 0, kb })).ask()).toMatchObject({
    removals: [expect.any(String)],
  });
});

it('what was retracted or superseded does not count', async () => {
  const kb = { max_removals_per_regeneration: 0 };
  const { library, entries, generation, ask } = await rebuilt({
    pairs: 3,
    keeps: (second) => second > 1,
    kb,
  });
  const [first, second] = entries.map(({ qaId }) => qaId);
  if (!first || !second) throw new Error('no entries');
  await library.retract({ qaIds: [first], now: testNow });
  await library.settle(generation, [{ qaId: second, outcome: 'superseded', topic: null }]);
  expect(await ask()).toBe(null);
});

describe('a yes to removals', () => {
  const [first, second, third] = [1, 2, 3].map((at) => entry(at).qaId) as [QaId, QaId, QaId];
  const approved = { removals: [first, second], notArchived: 1 };

  it.each([
    ['the same', {}, true],
    ['fewer', { removals: [second], notArchived: 0 }, true],
    ['as many others', { removals: [first, third] }, false],
    ['more', { removals: [first, second, third] }, false],
    ['the same, of which the archive has lost more', { notArchived: 2 }, false],
  ])('and what is removed now: %s', (_, now, holds) => {
    expect(isApproved({ ...approved, ...now }, approved)).toBe(holds);
  });

  async function open() {
    const { library, entries, generation, ...steps } = await rebuilt({
      pairs: 12,
      keeps: (at) => at >= 6,
    });
    await library.settle(generation, entries.slice(0, 6).map(skipped));
    return { library, generation, ...steps };
  }

  it('publishes a rebuild that removes these, and nothing publishes it before', async () => {
    const { library, generation, ask, publish } = await open();
    expect(await publish({})).toMatchObject({ published: false, waits: { notArchived: 0 } });
    const approvedRemovals = await ask();
    expect(await publish({ approvedRemovals })).toMatchObject({
      published: true,
      waits: null,
    });
    expect(await library.liveGeneration()).toBe(generation);
  });

  it('does not publish a rebuild that removes others, but asks again', async () => {
    const { library, ask, publish } = await open();
    const waits = await ask();
    expect(await publish({ approvedRemovals: approved })).toMatchObject({
      published: false,
      waits,
    });
    expect(await library.liveGeneration()).toBe(1);
  });
});
