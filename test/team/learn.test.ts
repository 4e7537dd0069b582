import { expect, it } from 'vitest';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { removalsQuery, type CaptureHistoryProgress } from '../../workflows/contract/team.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { runWorkers } from '../support/run-workers.ts';
import { testClient, uniqueId, uniqueTaskQueue } from '../support/temporal.ts';

it('captures what the team said before the first start, in closed threads too, once', async () => {
  const discord = await openTestDiscord();
  const since = new Date(Date.now() - 60_000);
  const pairs = Array.from({ length: 4 }, (_, at) => {
    // More than one page, with windows that stand at its end.
    for (let one = 0; one < 30; one += 1) discord.say({ by: `Guest ${one}`, text: 'nice weather here' });
    const question = discord.say({ by: `Member ${at}`, text: `How do I set option ${at}?` });
    discord.say({ by: `Maya ${at}`, team: true, text: `With key ${at}.`, replyTo: question.id });
    return question;
  });
  const thread = discord.openThread({ by: 'Ben', name: 'Old', on: pairs[0]?.id ?? '' });
  discord.say({ by: 'Ben', text: 'And on Windows?', in: thread });
  discord.say({ by: 'Noor', team: true, text: 'The same way.', in: thread });
  discord.archive(thread);
  const model = await startScriptedModel(agreeable);
  const { client, taskQueue, storage } = await openDiscordSteward(discord, { model });
  const channelId = discord.channelId('help');
  const input = { channelId, since: since.toISOString(), afterMessageId: snowflakeAt(since) };
  const captureHistory = (dryRun: boolean): Promise<CaptureHistoryProgress> =>
    startOnce(client, startsOf(taskQueue).captureHistory({ ...input, dryRun })).then((run) =>
      waitForResult({ client, ...run }),
    );
  const posted = discord.requests.filter(({ method }) => method === 'POST').length;
  expect(await captureHistory(true)).toMatchObject({ messages: 130, captured: 0 });
  expect(await storage.library.rawEntries()).toEqual([]);
  const first = await captureHistory(false);
  expect(first).toMatchObject({ messages: 130, failed: 0, locationsLeft: 0 });
  const entries = await storage.library.rawEntries();
  expect(first.captured).toBe(pairs.length + 1);
  expect(entries).toHaveLength(first.captured);
  const said = entries.flatMap(({ turns }) => turns.map(({ text }) => text));
  for (const { content } of pairs) expect(said).toContain(content);
  expect(said).toContain('The same way.');
  expect(await captureHistory(false)).toMatchObject({ pairs: 0, captured: 0 });
  expect(await storage.library.rawEntries()).toHaveLength(entries.length);
  expect(discord.requests.filter(({ method }) => method === 'POST')).toHaveLength(posted);
});

const routed = (messageId: string) => ({
  snapshotId: messageId,
  route: 'capture' as const,
  guildId: '1',
  channelId: '2',
  conversationId: '2',
  messageIds: [messageId],
  askedDirectly: false,
  link: '',
});

/** Steps of a history whose pages are given, and of captures that hold no pair, except for those that wait for an approval. */
async function scriptedHistory({
  pages,
  waiting = [],
  onPage = async () => {},
}: {
  readonly pages: readonly { readonly batches: readonly unknown[]; readonly after: string | null }[];
  /** Snapshots whose captures wait. */
  readonly waiting?: readonly string[];
  /** Called with the number of each page before the page is returned. */
  readonly onPage?: (number: number) => Promise<void>;
}) {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const starts = startsOf(taskQueue);
  const left = [...pages];
  const discord = {
    locationsSince: async () => [{ channelId: '2', threadId: null }],
    gatherHistoryPage: async () => {
      const page = left.shift();
      await onPage(pages.length - left.length);
      return {
        messages: 4,
        pairs: page?.batches.length ?? 0,
        batches: [],
        after: null,
        ...page,
      };
    },
  };
  const qaId = 'qa_20260201_000000_000';
  const library = {
    summarizeImages: async () => {},
    appendRaw: async ({ snapshotId }: { readonly snapshotId: string }) => ({
      qaId: waiting.includes(snapshotId) ? qaId : null,
      changedTopics: [],
    }),
    classify: async () => ({ topic: 'ports', modelCalls: 0 }),
    integrate: async () => ({ outcome: 'waiting', removals: [qaId], modelCalls: 0 }),
  };
  await runWorkers({ taskQueue, activities: { discord, library }, roles: ['bot', 'library'] });
  const begin = () =>
    startOnce(
      client,
      starts.captureHistory({ channelId: '2', since: new Date().toISOString(), afterMessageId: '1' }),
    );
  const captureOf = (snapshotId: string) =>
    client.workflow.getHandle(workflowIds(taskQueue).capture(snapshotId));
  const isWaiting = async (snapshotId: string) => {
    const removals = () =>
      captureOf(snapshotId)
        .query(removalsQuery)
        .catch(() => null);
    await expect.poll(removals).toEqual([qaId]);
  };
  return { client, starts, begin, captureOf, isWaiting };
}

it('does not count a capture that was started before as captured now', async () => {
  const [before, now] = [routed(uniqueId()), routed(uniqueId())];
  const { client, starts, begin } = await scriptedHistory({
    pages: [{ batches: [before, now], after: null }],
  });
  await startOnce(client, starts.capture({ routed: before }));
  const run = await begin();
  expect(await waitForResult({ client, ...run })).toMatchObject({ pairs: 2, captured: 1, failed: 0 });
});

it('goes on after a capture that somebody cancels, and counts it as failed', async () => {
  const [first, second] = [routed(uniqueId()), routed(uniqueId())];
  const { client, begin, captureOf, isWaiting } = await scriptedHistory({
    pages: [{ batches: [first, second], after: null }],
    waiting: [first.snapshotId],
  });
  const run = await begin();
  await isWaiting(first.snapshotId);
  await captureOf(first.snapshotId).cancel();
  expect(await waitForResult({ client, ...run })).toMatchObject({ pairs: 2, captured: 1, failed: 1 });
});

it('captures what it has claimed when it is cancelled, and cancels no capture', async () => {
  const [first, second] = [routed(uniqueId()), routed(uniqueId())];
  const { client, begin, captureOf, isWaiting } = await scriptedHistory({
    pages: [{ batches: [first, second], after: '5' }],
    waiting: [first.snapshotId],
  });
  const { workflowId } = await begin();
  await isWaiting(first.snapshotId);
  const history = client.workflow.getHandle(workflowId);
  await history.cancel();
  await expect(history.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  expect(await captureOf(second.snapshotId).result()).toMatchObject({ outcome: 'no_pair' });
  expect((await captureOf(first.snapshotId).describe()).status.name).toBe('RUNNING');
});

it('does not go on as new when it is cancelled with its last page', async () => {
  let cancel = async () => {};
  const pagesPerRun = 100;
  const { client, begin } = await scriptedHistory({
    pages: Array.from({ length: pagesPerRun }, () => ({ batches: [], after: '5' })),
    onPage: (at) => (at === pagesPerRun ? cancel() : Promise.resolve()),
  });
  const { workflowId } = await begin();
  const history = client.workflow.getHandle(workflowId);
  cancel = async () => void (await history.cancel());
  await expect(history.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
});
