import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { qaIdFromTimestamp, type QaId } from '../values/qa-id.ts';
import { foldTopic, refoldTopic, type FoldStep, type Integration } from './fold-topic.ts';
import { createPairView } from './pair-view.ts';
import type { QaPair } from './qa-pair.ts';

const view = createPairView({ maxPairs: 3, maxTokens: 500, countTokens: (text) => text.length / 4 });

const pairAt = (second: number, words: readonly string[]): QaPair => {
  const timestamp = new Date(Date.UTC(2026, 1, 1) + second * 1_000).toISOString();
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns: [{ label: 'User', text: words.join(' ') }] };
};

/** Skips and removes as it is shown: another pair among those gives another integration. */
const integrateBy =
  (seed: number) =>
  ({ pair }: FoldStep, shown: readonly QaPair[]): Integration => {
    const ids = shown.map(({ qaId }) => qaId);
    const bytes = createHash('sha256')
      .update([seed, pair.qaId, ...ids].join(' '))
      .digest();
    return { skip: (bytes[0] ?? 0) < 50, removeIds: ids.filter((_, at) => (bytes[at + 1] ?? 0) < 70) };
  };

/** A topic that steps come to and leave, in any order. What was not asked about is not known. */
function openTopic(integrate: ReturnType<typeof integrateBy>) {
  const integrations = new Map<QaId, Integration>();
  let steps: readonly FoldStep[] = [];
  let asked = 0;
  const known = ({ pair }: FoldStep): Integration => {
    const integration = integrations.get(pair.qaId);
    if (!integration) throw new Error(`Nobody has asked about ${pair.qaId}`);
    return integration;
  };
  return {
    change: async (after: readonly FoldStep[]) => {
      const pairs = await refoldTopic({
        before: steps,
        after,
        view,
        known,
        ask: async (step, shown) => {
          asked += 1;
          const integration = integrate(step, shown);
          integrations.set(step.pair.qaId, integration);
          return integration;
        },
      });
      steps = after;
      expect(foldTopic(steps, known)).toEqual(pairs);
      return pairs;
    },
    asked: () => asked,
  };
}

const step = fc.record({
  words: fc.array(fc.constantFrom('port', 'login', 'colour', 'proxy', 'cache', 'limit', 'token', 'theme'), {
    minLength: 1,
    maxLength: 4,
  }),
  role: fc.constantFrom('member', 'member', 'member', 'outsider', 'fixed'),
  leaves: fc.boolean(),
});

it('steps that come and leave in any order leave the topic that the order of time leaves', async () => {
  const world = fc.record({ drawn: fc.array(step, { minLength: 2, maxLength: 14 }), seed: fc.nat() });
  const worldAndOrder = world.chain(({ drawn, seed }) => {
    const all = [...drawn.keys()];
    return fc.tuple(
      fc.constant({ drawn, seed }),
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.shuffledSubarray(all),
    );
  });
  await fc.assert(
    fc.asyncProperty(worldAndOrder, async ([{ drawn, seed }, order, leaving]) => {
      const steps = drawn.map(({ words, role }, at): FoldStep => ({ pair: pairAt(at, words), role }));
      const left = new Set(leaving.filter((at) => drawn[at]?.leaves));
      const stepsOf = (numbers: readonly number[]) => numbers.flatMap((at) => steps[at] ?? []);

      const inTime = openTopic(integrateBy(seed));
      let expected: readonly QaPair[] = [];
      const staying = [...steps.keys()].filter((at) => !left.has(at));
      for (const at of staying.keys()) expected = await inTime.change(stepsOf(staying.slice(0, at + 1)));

      const anyhow = openTopic(integrateBy(seed));
      for (const at of order.keys()) await anyhow.change(stepsOf(order.slice(0, at + 1)));
      expect(await anyhow.change(stepsOf(order.filter((at) => !left.has(at))))).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

it('of 400 later pairs, those alone are asked about anew that are like the one that comes late', async () => {
  const topic = openTopic(() => ({ skip: false, removeIds: [] }));
  const subject = (at: number): readonly string[] => [`thing${at % 40}`, `case${at}`];
  const steps = Array.from({ length: 400 }, (_, at): FoldStep => ({
    pair: pairAt(at + 100, subject(at)),
    role: 'member',
  }));
  await topic.change(steps);
  const before = topic.asked();
  await topic.change([...steps, { pair: pairAt(1, subject(7)), role: 'member' }]);
  expect(topic.asked() - before).toBeLessThanOrEqual(20);
});
