import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { httpAsker, httpChannel, httpKeyId } from '../../domain/intake/ask-snapshot.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import type { RehearsalProgress } from '../../domain/reply/rehearsal/rehearsal-run.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script, ScriptedCall } from '../support/provider/scripted-provider.ts';
import { optionIn, quoting, sayRehearsedPast } from '../support/rehearsed-past.ts';
import { runWorkers } from '../support/run-workers.ts';
import { openTestSteward } from '../support/steward.ts';
import { testClient, uniqueTaskQueue } from '../support/temporal.ts';
import { replyRecord } from '../support/values/messages.ts';

const since = new Date(Date.now() - 800 * 3_600_000);

/** Each option is asked about twice, and the team answers each time; of the second one it says something else about option 2. */
const options = 4;
const keyOf = (option: number, round: number) => (option === 2 && round === 1 ? 'key two' : `key ${option}`);
const past = { options, rounds: 2, keyOf };

const prices = { models: { prices: { scripted: { input: 1, output: 2 } } } };

async function openWithPast(settings: Readonly<Record<string, unknown>> = prices) {
  const discord = await openTestDiscord();
  const said = sayRehearsedPast(discord, past);
  const model = await startScriptedModel(quoting);
  const steward = await openTestSteward({ discord, model, settings });
  await steward.work(['all']);
  const { client, taskQueue } = steward;
  const channelId = discord.channelId('help');
  const window = { channelId, since: since.toISOString(), afterMessageId: snowflakeAt(since) };
  const starts = startsOf(taskQueue);
  await waitForResult({ client, ...(await startOnce(client, starts.captureHistory(window))) });
  const rehearse = async (over: { readonly limit?: number; readonly usd?: number } = {}) =>
    waitForResult<RehearsalProgress>({
      client,
      ...(await startOnce(client, starts.rehearse({ ...window, limit: 100, usd: 5, ...over }))),
    });
  const history = async () => {
    const run = client.workflow.getHandle(starts.rehearse({ ...window, limit: 1, usd: 1 }).workflowId);
    return historyToJSON(await run.fetchHistory());
  };
  return { ...said, discord, model, steward, rehearse, history };
}

/** What a call of a question shows of the team, beside the answer that it is compared with. */
const shownTo = (calls: readonly ScriptedCall[], option: number) =>
  calls
    .filter(
      (call) => call.decision !== 'ComparisonDecision' && optionIn(call.text('question')) === `${option}`,
    )
    .map(({ user }) => user)
    .join('\n');

it('plays the past: posts and learns nothing, and tells how the answers stand to what the team said', async () => {
  const { discord, model, steward, rehearse, history, questions, open } = await openWithPast();
  const { records, library } = steward.storage;
  const entries = await library.rawEntries();
  expect(entries).toHaveLength(2 * options);
  const posted = discord.requests.filter(({ method }) => method === 'POST').length;
  const before = model.calls.length;
  const played = await rehearse();
  expect(played).toMatchObject({
    found: 2 * options + 1,
    played: 2 * options + 1,
    // Nobody had answered anything before the first round, nor option 4 ever.
    silent: options + 1,
    answered: options,
    agrees: options - 1,
    contradicts: 1,
    failed: 0,
  });
  expect(discord.requests.filter(({ method }) => method === 'POST')).toHaveLength(posted);
  expect(await library.rawEntries()).toEqual(entries);
  expect(await records.replyRecordsWhere({ limit: 10 })).toEqual([]);
  expect(await records.gaps()).toEqual([]);
  const states = await records.routingOf(questions.map(({ id }) => id));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['unhandled']));
  const calls = model.calls.slice(before);
  const days = { day: '2026-01-01', until: '9999-12-31' };
  const usage = await records.usageTotals({ ...days, operation: 'rehearsal' });
  // A call is booked before it is made, and a busy machine may cut an attempt off in between.
  expect(usage.calls).toBeGreaterThanOrEqual(calls.length);
  expect(played.costUsd).toBeLessThanOrEqual(usage.costUsd + 1e-9);
  const rehearsed = await records.rehearsedIn(played.rehearsal);
  expect(rehearsed.find(({ snapshot }) => snapshot.batch[0]?.id === open.id)?.team).toEqual([]);
  // Texts of a history are written in base64 within payloads.
  const payloads = [...(await history()).matchAll(/"data":\s*"([^"]+)"/gu)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
  expect(payloads.join('\n')).toContain(open.id);
  expect(payloads.join('\n')).not.toMatch(/option|key \d|weather/u);
  expect(rehearsed.filter(({ end }) => end?.verdict === 'contradicts')).toMatchObject([
    { snapshot: { batch: [{ id: questions[options + 2]?.id }] }, team: [{ text: 'With key two.' }] },
  ]);
});

it('shows a question nothing that the team said after it, nor the answer that it got', async () => {
  const { model, rehearse, steward } = await openWithPast();
  const before = model.calls.length;
  await rehearse();
  const calls = model.calls.slice(before);
  const shown = shownTo(calls, 2);
  expect(shown).toContain('With key 0.');
  expect(shown).toContain('With key 2.');
  expect(shown).not.toContain('With key two.');
  expect(shownTo(calls, 3)).toContain('With key two.');
  // The first question of all sees an index without the team.
  const first = calls.find(({ decision }) => decision === 'LLMSelectionResult');
  expect(first?.text('index')).not.toContain('team:');
  expect(await steward.storage.sources.combinedIndex(1)).toContain('team:learned.txt');
});

it('ends before a question with which it would cost more than it may', async () => {
  const { rehearse } = await openWithPast();
  const usd = 0.000_25;
  const played = await rehearse({ usd });
  expect(played.isSpent).toBe(true);
  expect(played.played).toBeGreaterThan(1);
  expect(played.played).toBeLessThan(played.found);
  expect(played.costUsd).toBeLessThanOrEqual(usd);
  expect(await rehearse({ limit: 3 })).toMatchObject({ found: 3, played: 3, isSpent: false });
});

it('the command that is killed goes on where it was, and no question that has ended is asked again', async () => {
  const discord = await openTestDiscord();
  const { questions } = sayRehearsedPast(discord, past);
  const hung = questions[options];
  let hangs = true;
  const model = await startScriptedModel((call) =>
    hangs && call.decision === 'LLMGateDecision' && call.text('question') === hung?.content
      ? hangAtSecond(call)
      : quoting(call),
  );
  const seen: string[] = [];
  function hangAtSecond(call: ScriptedCall): ReturnType<Script> {
    seen.push(call.text('question'));
    // The same question was asked in the first round.
    return seen.length > 1 ? 'hang' : quoting(call);
  }
  const scene = await prepare(discord, { model, settings: prices });
  const storage = await openTestStore(scene.config);
  const command = ['rehearse', '--channel', 'help', '--since', '90d', '--json'];
  const first = spawnDiscordWorker(scene, discord.token, command);
  await expect.poll(() => seen.length).toBe(2);
  first.process.kill('SIGKILL');
  await first.ended;
  hangs = false;
  const second = spawnDiscordWorker(scene, discord.token, command);
  expect(await second.ended).toBe(0);
  // Beside them, the progress is told.
  const lines = second
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ played: 2 * options + 1, failed: 0 });
  expect(lines).toHaveLength(2 * options + 2);
  // Only the question in flight was asked again.
  const asked = model.calls.flatMap((call) =>
    call.decision === 'LLMGateDecision' ? optionIn(call.text('question')) : [],
  );
  expect(
    asked
      .filter((option) => option !== '')
      .toSorted()
      .join(''),
  ).toBe('0001122334');
  expect(await storage.records.rehearsals()).toHaveLength(1);
  expect(await storage.records.replyRecordsWhere({ limit: 10 })).toEqual([]);
  expect(discord.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('plays an export in place of the past, goes on after a kill, and asks nothing of Discord', async () => {
  const discord = await openTestDiscord();
  let hangs = true;
  const model = await startScriptedModel((call) =>
    hangs && call.decision === 'LLMGateDecision' && call.text('question').includes('option1')
      ? 'hang'
      : call.decision === 'ComparisonDecision'
        ? { issues: [], verdict: 'agrees' }
        : agreeable(call),
  );
  const scene = await prepare(discord, { model, settings: prices });
  await openTestStore(scene.config);
  const lines = [0, 1].flatMap((option) => [
    { author: `anna${option}`, text: `How do I set option${option} here?`, id: `q${option}` },
    { author: 'tom', role: 'team', text: `With key ${option}.`, 'reply-to': `q${option}` },
    { author: 'ben', text: 'good morning all' },
  ]);
  const file = join(scene.dir, 'past.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const unlisted = spawnDiscordWorker(scene, discord.token, [
    'rehearse',
    '--channel',
    'nope',
    '--file',
    file,
  ]);
  expect(await unlisted.ended).toBe(2);
  expect(unlisted.output()).toContain('does not list "nope"; it lists ');
  const command = ['rehearse', '--channel', 'help', '--file', file, '--model', 'another', '--json'];
  const first = spawnDiscordWorker(scene, discord.token, command);
  const gates = () =>
    model.calls.filter(
      (call) => call.decision === 'LLMGateDecision' && call.text('question').includes('option'),
    ).length;
  await expect.poll(gates).toBe(2);
  first.process.kill('SIGKILL');
  await first.ended;
  hangs = false;
  const second = spawnDiscordWorker(scene, discord.token, command);
  expect(await second.ended).toBe(0);
  const shown = second
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(shown.map((line) => JSON.parse(line) as object)).toMatchObject([
    { question: 'How do I set option0 here?', team: 'With key 0.', verdict: 'agrees' },
    { question: 'How do I set option1 here?', team: 'With key 1.', verdict: 'agrees' },
    { played: 2, agrees: 2, messages: lines.length, monthly_usd: null },
  ]);
  expect(gates()).toBe(3);
  expect(new Set(model.calls.map(({ body }) => body['model']))).toEqual(new Set(['another']));
  expect(discord.requests).toEqual([]);
});

it('plays what was asked over HTTP, which has a record and an answer of its own that stay as they are', async () => {
  const { steward } = await openWithPast();
  const { records } = steward.storage;
  const author = httpAsker(httpKeyId('pk_docs'), 'a1b2c3d4e5f6');
  const createdAt = new Date(Date.now() - 60_000).toISOString();
  const row = { guildId: 'ask', channelId: httpKeyId('pk_docs'), authorId: author.id, createdAt };
  const record = replyRecord('ask-1', { ...row, status: 'answered', question: 'How do I set option1 here?' });
  await records.insertReplyRecord(record);
  const { client, taskQueue } = steward;
  const window = { channelId: httpChannel, since: since.toISOString(), afterMessageId: snowflakeAt(since) };
  const run = await startOnce(client, startsOf(taskQueue).rehearse({ ...window, limit: 100, usd: 5 }));
  const played = await waitForResult<RehearsalProgress>({ client, ...run });
  expect(played).toMatchObject({ found: 1, played: 1, failed: 0 });
  expect(await records.rehearsedIn(played.rehearsal)).toMatchObject([
    { snapshot: { batch: [{ text: 'How do I set option1 here?' }] }, end: { verdict: null } },
  ]);
  expect(await records.replyRecordsWhere({ limit: 10 })).toMatchObject([{ messageId: 'ask-1' }]);
});

it('goes on as new after many questions and counts them all, also a failed one and one whose asker was forgotten', async () => {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const ids = Array.from({ length: 130 }, (_, at) => String(at));
  const asked: string[] = [];
  const discord = {
    locationsSince: async () => [{ channelId: '2', threadId: null }],
    gatherRehearsalPage: async () => ({ messageIds: ids, messages: 600, after: null }),
  };
  const reply = {
    rehearseQuestion: async ({ id }: { readonly id: string }) => {
      asked.push(id);
      if (id.endsWith('/7')) return null;
      if (id.endsWith('/8')) throw ApplicationFailure.nonRetryable('no', 'unexpected');
      return { status: 'answered', verdict: 'agrees', costUsd: 0.01 };
    },
  };
  await runWorkers({ taskQueue, activities: { discord, reply }, roles: ['bot', 'reply'] });
  const window = { channelId: '2', since: since.toISOString(), afterMessageId: '1' };
  const run = await startOnce(client, startsOf(taskQueue).rehearse({ ...window, limit: 300, usd: 5 }));
  const played = await waitForResult<RehearsalProgress>({ client, ...run });
  expect(played).toMatchObject({ found: 130, played: 130, answered: 128, agrees: 128, failed: 1 });
  expect(new Set(asked).size).toBe(130);
  expect(asked).toHaveLength(130);
  const { runId } = await client.workflow.getHandle(run.workflowId).describe();
  expect(runId).not.toBe(run.runId);
});
