import { expect, it } from 'vitest';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { CaptureHistoryProgress } from '../../workflows/contract/team.ts';
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

it('does not count a capture that was started before as captured now', async () => {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const { capture, captureHistory } = startsOf(taskQueue);
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
  const [before, now] = [routed(uniqueId()), routed(uniqueId())];
  const page = { messages: 4, pairs: 2, characters: 40, batches: [before, now], after: null };
  const locations = [{ channelId: '2', threadId: null }];
  const discord = { locationsSince: async () => locations, gatherHistoryPage: async () => page };
  const library = {
    summarizeImages: async () => {},
    appendRaw: async () => ({ qaId: null, changedTopics: [] }),
  };
  await runWorkers({ taskQueue, activities: { discord, library }, roles: ['bot', 'library'] });
  await startOnce(client, capture({ routed: before }));
  const input = { channelId: '2', since: new Date().toISOString(), afterMessageId: '1' };
  const run = await startOnce(client, captureHistory(input));
  expect(await waitForResult({ client, ...run })).toMatchObject({ pairs: 2, captured: 1, failed: 0 });
});
