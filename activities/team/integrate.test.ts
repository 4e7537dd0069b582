import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow, testPaths } from '../../test/support/storage/test-store.ts';
import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { configSchema } from '../../config/schema.ts';
import type { LibraryDeps } from '../deps.ts';
import { integrate, integrateInRebuild } from './integrate.ts';
import {
  capture,
  inStep,
  openSteps,
  whileDeciding,
  type ShownDecision,
} from '../../test/support/steps/team-steps.ts';

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
  /** A person's answer to what the capture of a pair wants to remove. */
  const said = (second: number, approve: boolean, removals: readonly number[]) => {
    const decision = { approve, removals: removals.map((at) => entry(at).qaId) };
    return inStep(() => integrate(deps, { qaId: entry(second).qaId, topic: 'gpu', generation: 1, decision }));
  };
  return { folder, deps, asked, shown, captureEntry, seconds, decide: said };
}

const secondOf = ({ turns }: Pick<RawEntry, 'turns'>) => Number(/\d+/u.exec(turns[0]?.text ?? '')?.[0]);

describe('a pair that comes late', () => {
  it('is asked about the pairs before it, and stands where its time is; no other is asked again', async () => {
    const { asked, shown, captureEntry, seconds } = await openWith({});
    for (const second of [1, 3, 5]) await captureEntry(entry(second));
    asked.length = 0;
    await captureEntry(entry(4));
    expect([asked, shown]).toEqual([[4], [1, 3]]);
    expect(await seconds()).toEqual([1, 3, 4, 5]);
  });

  it('that adds nothing changes nothing, whatever it would remove', async () => {
    const { captureEntry, seconds } = await openWith({ 4: { skip: true, remove: [1] } });
    for (const second of [1, 3, 5]) await captureEntry(entry(second));
    expect(await captureEntry(entry(4))).toMatchObject({ outcome: 'skipped', topic: 'gpu' });
    expect(await seconds()).toEqual([1, 3, 5]);
  });

  it('removes nothing that is newer than it is', async () => {
    const { captureEntry, seconds } = await openWith({ 4: { remove: [3, 5] } });
    for (const second of [1, 3, 5]) await captureEntry(entry(second));
    await captureEntry(entry(4));
    expect(await seconds()).toEqual([1, 4, 5]);
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

it('a newer capture of a conversation replaces the older one, in whatever topic that stands', async () => {
  const { captureEntry, deps } = await openWith({});
  const older = entry(2, { conversationId: 'thread_900', messageIds: ['1'] });
  await captureEntry(entry(1));
  const { qaId } = await deps.library.appendRaw(older, testNow);
  await inStep(() => integrate(deps, { qaId, topic: 'fans', generation: 1 }));
  await captureEntry(entry(3, { conversationId: 'thread_900', messageIds: ['1', '2'] }));
  const topics = await deps.library.topics(1);
  expect(topics.map(({ slug, pairs }) => [slug, pairs.map(secondOf)])).toEqual([['gpu', [1, 3]]]);
});

it('a pair says nothing of what was said where other sources answer', async () => {
  const { deps, shown, captureEntry, seconds } = await openWith({ 4: { remove: [1, 2, 3] } });
  const groups: Readonly<Record<string, readonly string[]>> = { server: ['server'], client: ['client'] };
  const plain = configSchema.parse({ discord: { channels: { help: {} } } });
  const channelFor = (id: string) => ({
    ...plain.discord.channels['help']!,
    how_sure: 0,
    sources: groups[id] ?? null,
  });
  const origin = { link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
  for (const [second, channelId] of [
    [1, 'server'],
    [2, 'client'],
    [3, 'lounge'],
    [4, 'server'],
  ] as const) {
    await deps.records.savePairOrigin({ ...origin, qaId: entry(second).qaId, channelId });
    if (second < 4) await captureEntry(entry(second));
  }
  const { qaId } = await deps.library.appendRaw(entry(4), testNow);
  await inStep(() => integrate({ ...deps, channelFor }, { qaId, topic: 'gpu', generation: 1 }));
  expect(shown).toEqual([1, 3]);
  expect(await seconds()).toEqual([2, 4]);
});

describe('while a model is asked', () => {
  const asking = async (work: (deps: LibraryDeps) => Promise<unknown>) => {
    const { deps, captureEntry, seconds } = await openWith({ 3: { remove: [1] } });
    await captureEntry(entry(1));
    const { qaId } = await deps.library.appendRaw(entry(3), testNow);
    const model = whileDeciding(deps.model, () => work(deps));
    const integrated = inStep(() => integrate({ ...deps, model }, { qaId, topic: 'gpu', generation: 1 }));
    return { deps, integrated, captureEntry, seconds };
  };

  it('another pair may come: then nothing is written, and the step runs again', async () => {
    const { integrated, captureEntry, seconds } = await asking((deps) =>
      deps.library.appendRaw(entry(2), testNow).then(({ qaId }) => capture(deps, qaId)),
    );
    await expect(integrated).rejects.toMatchObject({ code: 'topic_conflict', kind: 'transient' });
    expect(await seconds()).toEqual([1, 2]);
    await captureEntry(entry(3));
    expect(await seconds()).toEqual([2, 3]);
  });

  it('the pair itself may be retracted: then it stays away', async () => {
    const { integrated, captureEntry, seconds } = await asking((deps) =>
      deps.library.retract({ qaIds: [entry(3).qaId], now: testNow }),
    );
    await expect(integrated).rejects.toMatchObject({ code: 'topic_conflict' });
    expect(await captureEntry(entry(3))).toMatchObject({ outcome: 'retracted' });
    expect(await seconds()).toEqual([1]);
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

  it('change nothing until somebody has said yes to each of these', async () => {
    const { captureEntry, seconds, decide } = await openWith(plan, { maxRemovalsPerCapture: 0 });
    for (const second of [1, 2, 3]) await captureEntry(entry(second));
    const idsOf = (...at: readonly number[]) => at.map((second) => entry(second).qaId);
    expect(await captureEntry(entry(9))).toMatchObject({ outcome: 'waiting', removals: idsOf(1, 2, 3) });
    expect(await decide(9, true, [3])).toMatchObject({ outcome: 'waiting', removals: idsOf(1, 2) });
    expect(await seconds()).toEqual([1, 2, 3]);
    await decide(9, true, [1, 2]);
    expect(await seconds()).toEqual([9]);
  });

  it('are left out after a no', async () => {
    const { captureEntry, seconds, decide } = await openWith(plan, { maxRemovalsPerCapture: 2 });
    for (const second of [1, 2, 3]) await captureEntry(entry(second));
    await captureEntry(entry(9));
    expect(await decide(9, false, [1, 2, 3])).toMatchObject({ outcome: 'integrated' });
    await captureEntry(entry(5));
    expect(await seconds()).toEqual([1, 2, 3, 5, 9]);
  });

  it.each<readonly [string, boolean, readonly number[], readonly number[]]>([
    ['a yes, though its model wants one more', true, [1, 2, 3, 4, 5, 6], [9]],
    ['a yes, though its model wants fewer', true, [1], [6, 9]],
    ['a no, though its model wants one more', false, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 9]],
    ['a no, though its model wants no more than the cap', false, [1, 2], [1, 2, 3, 4, 5, 6, 9]],
  ])('hold in every rebuild after %s', async (_, approve, wanted, standing) => {
    const answers: Record<number, { remove: readonly number[] }> = { 9: { remove: [1, 2, 3, 4, 5] } };
    const { deps, captureEntry, decide } = await openWith(answers, { maxRemovalsPerCapture: 2 });
    for (const second of [1, 2, 3, 4, 5, 6]) await captureEntry(entry(second));
    await captureEntry(entry(9));
    await decide(9, approve, [1, 2, 3, 4, 5]);
    answers[9] = { remove: wanted };
    const { library } = deps;
    const generation = await library.openGeneration('rebuild');
    for (const { qaId } of await library.unsettled(generation))
      // Another model than before.
      await inStep(() =>
        integrateInRebuild(
          { ...deps, model: { ...deps.model, modelFor: () => 'new' } },
          { qaId, topic: 'gpu', generation },
        ),
      );
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
