import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { idsAfter } from '../../adapters/discord/emulator/world/world.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import type { Config } from '../../config/schema.ts';
import type { Message } from '../../domain/intake/message.ts';
import { routedBatchOf, newSnapshot } from '../../domain/intake/snapshot.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { openVoice } from '../../test/support/discord/open-voice.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue, openBenchSteward, type BenchSteward } from '../support/bench-steward.ts';
import { quantile } from '../bench-results.ts';

/** A Steward that answers from documents, and measurements of its replies. */
export interface ReplySteward extends BenchSteward {
  /** Asks a question in the set `standard`, and waits for the end of the run. Returns the question's id. */
  readonly question: () => Promise<string>;
  /** From replyWorkflow's start to the post of each, minus the time of its model calls, in milliseconds. */
  readonly overheads: (messageIds: readonly string[]) => Promise<readonly number[]>;
  /** Has the provider count prompts from now on. */
  readonly countPrompts: () => void;
}

interface ReplyOptions {
  readonly postgresUrl?: string | null;
  /** The number of topics for pairs. */
  readonly shelves?: number;
  /** The documents; Fastify's by default. */
  readonly sourcesDir?: string;
}

/**
 * Opens a Steward with its documents in the index. The chat platform and the provider have their own processes, so that
 * their work does not count as Steward's.
 */
export async function openReplySteward({
  postgresUrl = null,
  shelves = 50,
  sourcesDir = fileURLToPath(new URL('../../node_modules/fastify/docs', import.meta.url)),
}: ReplyOptions): Promise<ReplySteward> {
  await using opened = new AsyncDisposableStack();
  const platform = fork(new URL('discord-process.ts', import.meta.url));
  opened.defer(() => void platform.kill());
  const [{ apiUrl, token, guildId }] = (await once(platform, 'message')) as [Access];
  const provider = fork(new URL('answerer-process.ts', import.meta.url), [String(shelves)]);
  opened.defer(() => void provider.kill());
  const [modelUrl] = (await once(provider, 'message')) as [string];
  // Questions that are said at once each wait for their echo.
  platform.setMaxListeners(0);
  const posted = new Map<string, number>();
  const bench = await openBenchSteward({
    modelUrl,
    kb: { sources_dir: sourcesDir },
    discord: { channels: { bench: { graph: 'standard' } }, api_url: apiUrl, guild_ids: [guildId] },
    openChat: async (config: Config, log: Logger) => {
      const discord = await openVoice(config, token, log);
      return { ...discord, chat: noting(discord.chat, posted) };
    },
    roles: ['all'],
    postgresUrl,
  });
  opened.use(bench);
  await bench.indexDocuments();
  if (!bench.voice) throw new Error('The bench speaks nowhere.');
  const { chat, listed } = bench.voice;
  const [channelId = ''] = [...listed].find(([, name]) => name === 'bench') ?? [];
  const ids = idsAfter('0');
  const question = async (): Promise<string> => {
    const id = ids();
    platform.send(id);
    for await (const [said] of on(platform, 'message')) if (said === id) break;
    const message = await chat.fetchMessage({ channelId, threadId: null, messageId: id });
    if (!message) throw new Error('A question is gone.');
    return reply(bench.steward, message);
  };
  const ending = opened.move();
  return {
    ...bench,
    question,
    overheads: (messageIds) =>
      Promise.all(messageIds.map((messageId) => overheadOf(bench.steward, { messageId, posted }))),
    countPrompts: () => void provider.send('count'),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

interface Access {
  readonly apiUrl: string;
  readonly token: string;
  readonly guildId: string;
}

/** The chat, which notes when the first part of each answer was posted. */
const noting = (chat: Chat, posted: Map<string, number>): Chat => ({
  ...chat,
  post: async (post) => {
    const made = await chat.post(post);
    const [messageId = ''] = post.nonce.split('.');
    if (!posted.has(messageId)) posted.set(messageId, Date.now());
    return made;
  },
});

/** Starts the reply to a question without a quiet window, and waits for its end. */
async function reply({ client, storage }: Steward, message: Message): Promise<string> {
  const batch = [message] as const;
  const conversationId = `reply_${message.id}`;
  const snapshot = newSnapshot({ id: message.id, route: 'reply', batch, conversationId });
  await storage.records.claim({ owner: message.id, messageIds: [message.id], snapshot, reason: 'reply' });
  const routed = routedBatchOf(snapshot);
  const run = await startOnce(client, startsOf(benchQueue).reply({ routed }));
  await client.workflow.getHandle(run.workflowId, run.runId).result();
  return message.id;
}

export async function recordOf({ storage }: Steward, messageId: string): Promise<ReplyRecord> {
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

export const handleOf = ({ client }: Steward, messageId: string) =>
  client.workflow.getHandle(workflowIds(benchQueue).reply(messageId));

/** The ids of questions, asked one at a time and ten at once. */
export const noQuestions = () => ({ alone: [] as string[], together: [] as string[] });

/** Asks ten questions one at a time, and ten at once. */
export async function askTwenty(
  { question }: ReplySteward,
  into: ReturnType<typeof noQuestions>,
): Promise<void> {
  for (let one = 0; one < 10; one += 1) into.alone.push(await question());
  into.together.push(...(await Promise.all(Array.from({ length: 10 }, question))));
}

export async function overheadFigures(
  { overheads }: ReplySteward,
  asked: ReturnType<typeof noQuestions>,
): Promise<Readonly<Record<'p50' | 'p95' | 'p50_ten' | 'p95_ten', number>>> {
  const [alone, together] = [await overheads(asked.alone), await overheads(asked.together)];
  return {
    p50: quantile(alone, 0.5),
    p95: quantile(alone, 0.95),
    p50_ten: quantile(together, 0.5),
    p95_ten: quantile(together, 0.95),
  };
}
