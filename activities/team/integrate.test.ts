import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow, testPaths } from '../../test/support/storage/test-store.ts';
import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { integrate } from './integrate.ts';
import { capture, inStep, openSteps, type ShownDecision } from '../../test/support/steps/team-steps.ts';

/** What the integration of each pair, named by its second, answers; the others add and remove nothing. */
type Plan = Readonly<Record<number, { readonly skip?: boolean; readonly remove?: readonly number[] }>>;

/** Decides as planned, whatever is shown, and remembers which pairs were asked about, and what was shown with the last one. */
function planned(plan: Plan = {}) {
  const asked: number[] = [];
  const shown: number[] = [];
  const decide = ({ decision, sections }: ShownDecision): Decision<DecisionName> => {
    if (decision === 'ClassificationResult') return { skip: false, topic_name: 'gpu' };
    const text = sections.find(({ name }) => name === 'pair')?.text ?? '';
    const second = Number(/Question (\d+)/u.exec(text)?.[1]);
    asked.push(second);
    const beside = sections.filter(({ name }) => name !== 'pair').map((section) => section.text);
    const questions = [...beside.join('\n').matchAll(/Question (\d+)/gu)];
    shown.splice(0, shown.length, ...questions.map((found) => Number(found[1])));
    const { skip = false, remove = [] } = plan[second] ?? {};
    return { skip, remove_ids: remove.map((at) => entry(at).qaId) };
  };
  return { asked, shown, decide };
}

async function openWith(plan: Plan, over: { readonly maxRemovalsPerCapture?: number } = {}) {
  const folder = testFolder();
  const { asked, shown, decide } = planned(plan);
  const deps = openSteps({ store: await openIn(folder), decide, ...over });
  const captureEntry = async (raw: RawEntry) =>
    capture(deps, (await deps.library.appendRaw(raw, testNow)).qaId);
  const seconds = async () => (await deps.library.topic(1, 'gpu'))?.pairs.map(secondOf) ?? [];
  const path = join(testPaths(folder).topicsDir, 'gpu.txt');
  return { folder, deps, asked, shown, captureEntry, seconds, path };
}

const secondOf = ({ turns }: Pick<RawEntry, 'turns'>) => Number(/\d+/u.exec(turns[0]?.text ?? '')?.[0]);

describe('a pair that comes late', () => {
  it('is asked about the pairs before it, and only those after it that now see it are asked again', async () => {
    const { asked, captureEntry, seconds } = await openWith({});
    for (const second of [1, 3, 5]) await captureEntry(entry(second));
    asked.length = 0;
    await captureEntry(entry(4));
    expect(asked).toEqual([4, 5]);
    expect(await seconds()).toEqual([1, 3, 4, 5]);
  });

  it('asks about no other when nothing of it stays', async () => {
    const { asked, captureEntry, seconds } = await openWith({ 4: { skip: true } });
    for (const second of [1, 3, 5]) await captureEntry(entry(second));
    asked.length = 0;
    expect(await captureEntry(entry(4))).toMatchObject({ outcome: 'skipped', topic: 'gpu' });
    expect(asked).toEqual([4]);
    expect(await seconds()).toEqual([1, 3, 5]);
  });

  it('is replaced by the newer one that replaces what it sees', async () => {
    const { captureEntry, seconds } = await openWith({ 5: { remove: [4] } });
    for (const second of [1, 5, 4]) await captureEntry(entry(second));
    expect(await seconds()).toEqual([1, 5]);
  });

  it('of a conversation with a newer capture is superseded', async () => {
    const { captureEntry, seconds, deps } = await openWith({});
    await captureEntry(entry(5, { conversationId: 'thread_900', messageIds: ['1', '2'] }));
    const late = entry(3, { conversationId: 'thread_900', messageIds: ['1'] });
    expect(await captureEntry(late)).toMatchObject({ outcome: 'superseded' });
    expect(await seconds()).toEqual([5]);
    expect((await deps.library.ledger(1)).settled.get(late.qaId)?.outcome).toBe('superseded');
  });
});

describe('a newer capture of a conversation', () => {
  it('replaces the older one, and what that one had replaced is decided about again', async () => {
    const { captureEntry, seconds } = await openWith({ 2: { remove: [1] } });
    await captureEntry(entry(1));
    await captureEntry(entry(2, { conversationId: 'thread_900', messageIds: ['1'] }));
    expect(await seconds()).toEqual([2]);
    await captureEntry(entry(3, { conversationId: 'thread_900', messageIds: ['1', '2'] }));
    expect(await seconds()).toEqual([1, 3]);
  });
});

it.each([{ order: [4] }, { order: [6] }, { order: [6, 4] }, { order: [4, 6] }])(
  'what a retracted pair had replaced stays away until the library is rebuilt, also after captures of $order',
  async ({ order }) => {
    const { deps, captureEntry, seconds } = await openWith({ 3: { remove: [1] } });
    for (const second of [1, 2, 3, 5]) await captureEntry(entry(second));
    await deps.library.retract({ qaIds: [entry(3).qaId], now: testNow });
    for (const second of order) await captureEntry(entry(second));
    expect(await seconds()).toEqual([2, 5, ...order].toSorted((a, b) => a - b));
  },
);

describe('more removals than a capture may make', () => {
  const plan: Plan = { 9: { remove: [1, 2, 3] } };

  it('change nothing until somebody has said yes to these', async () => {
    const { deps, captureEntry, seconds } = await openWith(plan, { maxRemovalsPerCapture: 2 });
    for (const second of [1, 2, 3]) await captureEntry(entry(second));
    const waiting = await captureEntry(entry(9));
    const removals = [1, 2, 3].map((second) => entry(second).qaId);
    expect(waiting).toMatchObject({ outcome: 'waiting', removals });
    expect(await seconds()).toEqual([1, 2, 3]);
    const request = { qaId: entry(9).qaId, topic: 'gpu', generation: 1, aboveCap: 'wait' } as const;
    const fewer = { approve: true, removals: removals.slice(1) };
    expect(await inStep(() => integrate(deps, { ...request, decision: fewer }))).toMatchObject({
      outcome: 'waiting',
    });
    await inStep(() => integrate(deps, { ...request, decision: { approve: true, removals } }));
    expect(await seconds()).toEqual([9]);
  });

  it('are left out after a no, and stay so when a late pair has the topic decided again', async () => {
    const { deps, captureEntry, seconds } = await openWith(plan, { maxRemovalsPerCapture: 2 });
    for (const second of [1, 2, 3]) await captureEntry(entry(second));
    await captureEntry(entry(9));
    const decision = { approve: false, removals: [] };
    const request = { qaId: entry(9).qaId, topic: 'gpu', generation: 1, aboveCap: 'wait', decision } as const;
    expect(await inStep(() => integrate(deps, request))).toMatchObject({ outcome: 'integrated' });
    expect(await seconds()).toEqual([1, 2, 3, 9]);
    await captureEntry(entry(5));
    expect(await seconds()).toEqual([1, 2, 3, 5, 9]);
  });

  it.each([
    ['a yes', true, [9]],
    ['a no', false, [1, 2, 3, 9]],
  ])('hold in every rebuild after %s, which nobody is asked for again', async (_, approve, standing) => {
    const { deps, captureEntry } = await openWith(plan, { maxRemovalsPerCapture: 2 });
    for (const second of [1, 2, 3]) await captureEntry(entry(second));
    await captureEntry(entry(9));
    const decision = { approve, removals: [1, 2, 3].map((second) => entry(second).qaId) };
    const request = { qaId: entry(9).qaId, topic: 'gpu' } as const;
    await inStep(() => integrate(deps, { ...request, generation: 1, aboveCap: 'wait', decision }));
    const { library } = deps;
    const generation = await library.openGeneration('rebuild');
    for (const { qaId } of await library.unsettled(generation)) {
      const entryInRebuild = { qaId, topic: 'gpu', generation, aboveCap: 'withhold' } as const;
      await inStep(() => integrate(deps, entryInRebuild));
    }
    expect((await library.topic(generation, 'gpu'))?.pairs.map(secondOf)).toEqual(standing);
  });

  it('do not count the older captures of the conversation that it replaces', async () => {
    const { captureEntry, seconds } = await openWith({}, { maxRemovalsPerCapture: 0 });
    await captureEntry(entry(1, { conversationId: 'thread_900', messageIds: ['1'] }));
    await captureEntry(entry(2, { conversationId: 'thread_900', messageIds: ['1', '2'] }));
    expect(await seconds()).toEqual([2]);
  });
});

describe('a broken file of the view', () => {
  const breaking = async (name: string, text: string) => {
    const { folder, deps, captureEntry } = await openWith({});
    await captureEntry(entry(1));
    writeFileSync(join(testPaths(folder).libraryDir, name), text);
    return { folder, deps, captureEntry };
  };

  it.each([
    ['settled.txt', 'settled by whom?\nqa_20260201_000001\tperhaps\n'],
    ['settled.txt', ''],
    ['settled.txt', 'qa_20260201_00'],
    ['state.json', '{"last_processed_qa_id": '],
    ['index-team-cache.json', '[]'],
  ])('%s with %j stops no capture, and what stands is not taken in twice', async (name, text) => {
    const { folder, deps, captureEntry } = await breaking(name, text);
    await captureEntry(entry(2));
    await captureEntry(entry(1));
    const ids = [entry(1).qaId, entry(2).qaId];
    expect((await deps.library.topic(1, 'gpu'))?.pairs.map(({ qaId }) => qaId)).toEqual(ids);
    const reopened = (await openIn(folder)).library;
    expect([...(await reopened.ledger(1)).settled.keys()].toSorted()).toEqual(ids);
    expect(await reopened.unsettled(1)).toEqual([]);
  });
});
