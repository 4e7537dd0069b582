import { expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import { configSchema } from '../../config/schema.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import { removalsToApprove } from './removals-of-rebuild.ts';

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
  const { library } = await openIn(testFolder());
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
  return { library, entries, generation, ask };
}

it('a rebuild may remove five pairs by itself, and a sixth needs a yes', async () => {
  expect(await (await rebuilt({ pairs: 12, keeps: (second) => second >= 5 })).ask()).toBe(null);
  const { ask, entries } = await rebuilt({ pairs: 12, keeps: (second) => second >= 6 });
  const removals = entries.slice(0, 6).map(({ qaId }) => qaId);
  expect(await ask()).toEqual({ count: 6, removals, notArchived: 0 });
});

it('the config says another number', async () => {
  const kb = { max_removals_per_regeneration: 0 };
  expect(await (await rebuilt({ pairs: 3, keeps: (second) => second > 0, kb })).ask()).toMatchObject({
    count: 1,
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
