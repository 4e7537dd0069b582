import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { idsAfter } from '../adapters/discord/emulator/world/world.ts';
import type { Config } from '../config/schema.ts';
import type { Message } from '../domain/intake/message.ts';
import type { ReplyRecord } from '../domain/reply/reply-record.ts';
import type { Chat } from '../domain/ports/chat.ts';
import { countStatements } from '../test/support/count-statements.ts';
import { openVoice } from '../test/support/discord/open-voice.ts';
import { builtInGraphs } from '../domain/reply/reply-graph.ts';
import { refreshAndWait } from '../workers/running/refresh-and-wait.ts';
import type { Steward } from '../workers/wiring/wiring.ts';
import { startOnce } from '../adapters/temporal/runs/start-once.ts';
import { routedBatchOf, newSnapshot } from '../domain/intake/snapshot.ts';
import { workflowIds } from '../workflows/contract/names.ts';
import { startsOf } from '../workflows/contract/starts.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { measurePrompts, type PromptFigures } from './reply-prompts.ts';
import { benchQueue, withBenchSteward, type Voice } from './bench-steward.ts';
import type { ToSay } from './discord-process.ts';
import { historyFigures } from './history-figures.ts';
import { cpuMilliseconds } from './cpu-milliseconds.ts';
import { questions, type QuestionKind } from './scripted-answerer.ts';

/**
 * What a reply costs beside its model: from replyWorkflow's start to its post, minus the time of its model calls, in the
 * set `standard`, one at a time and ten at once; processor time of Steward and of Temporal's server, commits and statements,
 * replies a second with ten at once; model calls and prompt tokens for each kind of message and each set; the history's size.
 * The knowledge base is Fastify's documentation.
 */
export async function run({ json, full }: BenchOptions): Promise<void> {
  // Neither a chat platform nor a provider works in Steward's process: what they do is not Steward's.
  const platform = fork(new URL('discord-process.ts', import.meta.url), Object.keys(builtInGraphs));
  const [{ apiUrl, token, guildId }] = (await once(platform, 'message')) as [Access];
  let voice: Voice | null = null;
  const provider = fork(new URL('answerer-process.ts', import.meta.url));
  const [modelUrl] = (await once(provider, 'message')) as [string];
  const posted = new Map<string, number>();
  const channels = Object.fromEntries(
    Object.keys(builtInGraphs).map((graph) => [graph, { ...noCooldowns, graph }]),
  );
  const ids = idsAfter('0');
  try {
    const options = {
      modelUrl,
      kb: { sources_dir: fileURLToPath(new URL('../node_modules/fastify/docs', import.meta.url)) },
      discord: { channels, api_url: apiUrl, guild_ids: [guildId] },
      openChat: async (config: Config, log: Logger) => {
        const discord = await openVoice(config, { token, log });
        voice = { ...discord, chat: noting(discord.chat, posted) };
        return voice;
      },
      roles: ['all'],
    } as const;
    await withBenchSteward(options, async (steward, server) => {
      const { client } = steward;
      await refreshAndWait({ client, taskQueue: benchQueue, progress: () => {} });
      if (!voice) throw new Error('The bench speaks nowhere.');
      const { chat, listed } = voice;
      const channelIds = new Map([...listed].map(([id, name]) => [name, id]));
      const say = async (kind: QuestionKind, graph: string): Promise<Message> => {
        const id = ids();
        platform.send({ id, text: questions[kind], channel: graph } satisfies ToSay);
        for await (const [said] of on(platform, 'message')) if (said === id) break;
        const channelId = channelIds.get(graph) ?? '';
        const message = await chat.fetchMessage({ channelId, threadId: null, messageId: id });
        if (!message) throw new Error('A question is gone.');
        return message;
      };
      const ask = async (kind: QuestionKind, graph: string) => reply(steward, await say(kind, graph));
      const question = () => ask('answered', 'standard');
      for (let warm = 0; warm < 5; warm += 1) await question();
      const [alone, together]: [string[], string[]] = [[], []];
      const counted = countStatements();
      const cpu = cpuMilliseconds(server.pid);
      for (let round = 0; round < (full ? 20 : 5); round += 1) {
        for (let one = 0; one < 10; one += 1) alone.push(await question());
        together.push(...(await Promise.all(Array.from({ length: 10 }, question))));
      }
      const began = performance.now();
      const tenAtOnce = pLimit(10);
      const sustained = await Promise.all(
        Array.from({ length: full ? 400 : 100 }, () => tenAtOnce(question)),
      );
      const seconds = (performance.now() - began) / 1000;
      const spent = cpu();
      const replies = alone.length + together.length + sustained.length;
      const each = (number: number): number => Math.round((10 * number) / replies) / 10;
      const { commits, statements } = counted.stop();
      const overheads = async (messageIds: readonly string[]) =>
        Promise.all(messageIds.map((messageId) => overheadOf(steward, { messageId, posted })));
      const [one, ten] = [await overheads(alone), await overheads(together)];
      // Not to be paid for while time is measured.
      provider.send('count');
      const kinds = await eachKind(async (...asked) => recordOf(steward, await ask(...asked)));
      const history = await historyOf(steward, alone.at(-1) ?? '');
      const small = await measurePrompts(40);
      const large = await measurePrompts(2_000);
      const result = {
        overhead_ms: {
          p50: quantile(one, 0.5),
          p95: quantile(one, 0.95),
          p50_ten: quantile(ten, 0.5),
          p95_ten: quantile(ten, 0.95),
        },
        cpu_ms: { worker: each(spent.worker), server: each(spent.server) },
        commits: each(commits),
        statements: each(statements.length),
        replies_per_second: Math.round((10 * sustained.length) / seconds) / 10,
        history_events: history.events,
        history_bytes: history.bytes,
        model_calls: mapKinds(kinds, ({ modelCalls }) => modelCalls.length),
        prompt_tokens: mapKinds(kinds, ({ modelCalls }) =>
          modelCalls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
        ),
        sequential_calls: large.sequential_calls,
        evidence_kept: large.evidence_kept,
        by_pages: { '40': small, '2000': large },
      };
      print(result, one.length);
      if (json) printResult('reply', result);
    });
  } finally {
    provider.kill();
    platform.kill();
  }
}

interface Access {
  readonly apiUrl: string;
  readonly token: string;
  readonly guildId: string;
}

const noCooldowns = { user_cooldown_seconds: 0, channel_cooldown_seconds: 0 };

/** The chat, and when the first part of each answer stood there. */
const noting = (chat: Chat, posted: Map<string, number>): Chat => ({
  ...chat,
  post: async (post) => {
    const made = await chat.post(post);
    const [messageId = ''] = post.nonce.split('.');
    if (!posted.has(messageId)) posted.set(messageId, Date.now());
    return made;
  },
});

/** Lets a question lead to its answer past the quiet window, and waits for the end of the run. */
async function reply({ client, storage }: Steward, message: Message): Promise<string> {
  const batch = [message] as const;
  const conversationId = `reply_${message.id}`;
  const snapshot = newSnapshot({ id: message.id, route: 'reply', batch, conversationId });
  await storage.records.claim({ runChain: message.id, messageIds: [message.id], snapshot, reason: 'reply' });
  const run = await startOnce(client, startsOf(benchQueue).reply({ routed: routedBatchOf(snapshot) }));
  await client.workflow.getHandle(run.workflowId, run.runId).result();
  return message.id;
}

async function recordOf({ storage }: Steward, messageId: string): Promise<ReplyRecord> {
  const record = await storage.records.replyRecord(messageId);
  if (!record) throw new Error('a reply left no row');
  return record;
}

async function overheadOf(
  steward: Steward,
  { messageId, posted }: { readonly messageId: string; readonly posted: ReadonlyMap<string, number> },
): Promise<number> {
  const { startTime } = await handleOf(steward, messageId).describe();
  const { modelCalls } = await recordOf(steward, messageId);
  const atModel = modelCalls.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return (posted.get(messageId) ?? startTime.getTime()) - startTime.getTime() - atModel;
}

const handleOf = ({ client }: Steward, messageId: string) =>
  client.workflow.getHandle(workflowIds(benchQueue).reply(messageId));

type Kinds = Readonly<Record<string, Readonly<Record<QuestionKind, ReplyRecord>>>>;

async function eachKind(ask: (kind: QuestionKind, graph: string) => Promise<ReplyRecord>): Promise<Kinds> {
  const sets: Record<string, Record<QuestionKind, ReplyRecord>> = {};
  for (const graph of Object.keys(builtInGraphs)) {
    sets[graph] = {
      answered: await ask('answered', graph),
      skipped: await ask('skipped', graph),
      unanswerable: await ask('unanswerable', graph),
    };
  }
  return sets;
}

const mapKinds = (kinds: Kinds, of: (record: ReplyRecord) => number) =>
  Object.fromEntries(
    Object.entries(kinds).map(([graph, { answered, skipped, unanswerable }]) => [
      graph,
      { answered: of(answered), skipped: of(skipped), unanswerable: of(unanswerable) },
    ]),
  );

async function historyOf(steward: Steward, messageId: string) {
  const { runId, workflowId } = await handleOf(steward, messageId).describe();
  return historyFigures(steward.client, { workflowId, runId });
}

function quantile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface Result {
  readonly overhead_ms: Readonly<Record<'p50' | 'p95' | 'p50_ten' | 'p95_ten', number>>;
  readonly cpu_ms: Readonly<Record<'worker' | 'server', number>>;
  readonly commits: number;
  readonly statements: number;
  readonly replies_per_second: number;
  readonly history_events: number;
  readonly history_bytes: number;
  readonly model_calls: ReturnType<typeof mapKinds>;
  readonly prompt_tokens: ReturnType<typeof mapKinds>;
  readonly by_pages: Readonly<Record<string, PromptFigures>>;
}

function print(
  { overhead_ms: ms, cpu_ms, model_calls, prompt_tokens, by_pages, ...result }: Result,
  count: number,
): void {
  const rows: (readonly [string, string | number])[] = [
    [`milliseconds beside the model, one at a time (median of ${count})`, ms.p50],
    ['  95th percentile', ms.p95],
    [`milliseconds beside the model, ten at once (median of ${count})`, ms.p50_ten],
    ['  95th percentile', ms.p95_ten],
    ["milliseconds of processor time a reply, Steward's", cpu_ms.worker],
    ["  Temporal's server", cpu_ms.server],
    ['commits a reply', result.commits],
    ['statements a reply', result.statements],
    ['replies a second, ten at once', result.replies_per_second],
    ['events of a history', result.history_events],
    ['bytes of a history', result.history_bytes],
  ];
  for (const [graph, calls] of Object.entries(model_calls)) {
    for (const [kind, number] of Object.entries(calls)) {
      const tokens = prompt_tokens[graph]?.[kind as QuestionKind] ?? 0;
      rows.push([`${graph}, ${kind}: model calls, prompt tokens`, `${number}, ${tokens}`]);
    }
  }
  for (const [pages, figures] of Object.entries(by_pages)) {
    const { first, follow_up } = figures.sequential_calls;
    rows.push(
      [`${pages} pages: prompt tokens of an answer (mean of ${figures.questions})`, figures.prompt_tokens],
      ['  calls one after the other, and in a follow-up', `${first}, ${follow_up}`],
      ['  known sections that both prompts contain', figures.evidence_kept],
    );
  }
  for (const [what, value] of rows)
    process.stdout.write(`${what.padEnd(64)} ${String(value).padStart(10)}\n`);
}
