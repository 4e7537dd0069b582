import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { openIn, pair, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { decideByText } from '../../test/support/provider/decide-by-text.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { capture, openSteps } from '../../test/support/steps/team-steps.ts';

// Thousands of synced writes: in memory where the system has a place for that.
beforeAll(() => {
  if (existsSync('/dev/shm')) vi.stubEnv('TMPDIR', '/dev/shm');
});

/** What one pair of the test's world is like: several may be captures of one conversation, and some correct a topic. */
interface Drawn {
  readonly conversation: number;
  readonly topic: 'alpha' | 'beta' | 'none';
  readonly corrects: 'alpha' | 'beta' | null;
}

interface World {
  readonly drawn: readonly Drawn[];
  readonly seed: number;
  readonly of256?: Parameters<typeof decideByText>[1];
}

const entryOf = ({ conversation, topic }: Drawn, at: number): RawEntry => ({
  ...pair(at),
  turns: [
    { label: 'User', text: `Question ${at}, topic ${topic}` },
    { label: 'Team', text: `Answer ${at}` },
  ],
  conversationId: `thread_${conversation}`,
  messageIds: [String(at)],
});

/** The topics' texts after captures have ended in this order. */
async function topicsAfter({ drawn, seed, of256 }: World, order: readonly number[]) {
  const deps = openSteps({ store: await openIn(testFolder()), decide: decideByText(seed, of256) });
  const { library, records } = deps;
  const entries = drawn.map(entryOf);
  for (const [at, entry] of entries.entries()) {
    await library.appendRaw(entry, testNow);
    const corrected = drawn[at]?.corrects;
    const correctedSourceIds = corrected ? [`team:${corrected}.txt`] : [];
    await records.savePairOrigin({
      qaId: entry.qaId,
      link: null,
      correctedSourceIds,
      authorIds: [],
      snapshotId: null,
    });
  }
  for (const at of order) await capture(deps, entries[at]?.qaId ?? 'qa_');
  expect(await library.unsettled(1)).toEqual([]);
  return (await library.topics(1)).map(({ slug, text }) => ({ slug, text }));
}

const drawnPair: fc.Arbitrary<Drawn> = fc.record({
  conversation: fc.nat({ max: 5 }),
  topic: fc.constantFrom('alpha', 'alpha', 'alpha', 'beta', 'none'),
  corrects: fc.constantFrom(null, null, null, 'alpha', 'beta'),
});

const withOrder = (worlds: fc.Arbitrary<World>) =>
  worlds.chain((world) => {
    const all = [...world.drawn.keys()];
    return fc.tuple(fc.constant(world), fc.shuffledSubarray(all, { minLength: all.length }));
  });

it('captures that end in any order leave the topics that the order of time leaves', async () => {
  const drawn = fc.array(drawnPair, { minLength: 2, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(withOrder(fc.record({ drawn, seed: fc.nat() })), async ([world, order]) => {
      const inTime = await topicsAfter(world, [...world.drawn.keys()]);
      expect(await topicsAfter(world, order)).toEqual(inTime);
    }),
    { numRuns: 60 },
  );
});

it('so they do in a topic of which a model sees a part', async () => {
  const drawn = fc
    .array(drawnPair, { minLength: 32, maxLength: 36 })
    .map((pairs) =>
      pairs.map((pair, at) => ({ ...pair, conversation: at, topic: 'alpha' as const, corrects: null })),
    );
  const worlds = fc.record({ drawn, seed: fc.nat(), of256: fc.constant({ skips: 10, removes: 3 }) });
  await fc.assert(
    fc.asyncProperty(withOrder(worlds), async ([world, order]) => {
      const inTime = await topicsAfter(world, [...world.drawn.keys()]);
      expect(inTime[0]?.text.split('--- QA ---').length).toBeGreaterThan(21);
      expect(await topicsAfter(world, order)).toEqual(inTime);
    }),
    { numRuns: 4 },
  );
});
