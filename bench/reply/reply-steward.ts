import { fork, type ChildProcess } from 'node:child_process';
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
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue, withBenchSteward, type Around, type Voice } from '../support/bench-steward.ts';
import { silentProgress } from '../../domain/operations/progress.ts';
import { quantile } from '../bench-results.ts';

/** A Steward that answers from documents, and measurements of its replies. */
export interface ReplySteward extends Around {
  readonly steward: Steward;
  /** Asks a question in the set `standard`, and waits for the end of the run. Returns the question's id. */
  readonly question: () => Promise<string>;
  /** From replyWorkflow's start to the post of each, minus the time of its model calls, in milliseconds. */
  readonly overheads: (messageIds: readonly string[]) => Promise<readonly number[]>;
  readonly provider: ChildProcess;
}

interface ReplyOptions {
  readonly postgresUrl?: string | null;
  /** The number of topics for pairs. */
  readonly shelves?: number;
  /** The documents; Fastify's by default. */
  readonly sourcesDir?: string;
}

/** Calls `work` with a Steward, which is removed afterwards. */
export async function withReplySteward<Result>(
  {
    postgresUrl = null,
    shelves = 50,
    sourcesDir = fileURLToPath(new URL('../../node_modules/fastify/docs', import.meta.url)),
  }: ReplyOptions,
  work: (bench: ReplySteward) => Promise<Result>,
): Promise<Result> {
  // The chat platform and the provider have their own processes, so that their work does not count as Steward's.
  const platform = fork(new URL('discord-process.ts', import.meta.url));
  const [{ apiUrl, token, guildId }] = (await once(platform, 'message')) as [Access];
  let voice: Voice | null = null;
  const provider = fork(new URL('answerer-process.ts', import.meta.url), [String(shelves)]);
  const [modelUrl] = (await once(provider, 'message')) as [string];
  // Questions that are said at once each wait for their echo.
  platform.setMaxListeners(0);
  const posted = new Map<string, number>();
  const channels = { bench: { graph: 'standard' } };
  const ids = idsAfter('0');
  try {
    const options = {
      modelUrl,
      kb: { sources_dir: sourcesDir },
      discord: { channels, api_url: apiUrl, guild_ids: [guildId] },
      openChat: async (config: Config, log: Logger) => {
        const discord = await openVoice(config, { token, log });
        voice = { ...discord, chat: noting(discord.chat, posted) };
        return voice;
      },
      roles: ['all'],
      postgresUrl,
    } as const;
    return await withBenchSteward(options, async (steward, around) => {
      const { client } = steward;
      await refreshAndWait({ client, taskQueue: benchQueue, progress: silentProgress });
      if (!voice) throw new Error('The bench speaks nowhere.');
      const { chat, listed } = voice;
      const [channelId = ''] = [...listed].find(([, name]) => name === 'bench') ?? [];
      const question = async (): Promise<string> => {
        const id = ids();
        platform.send(id);
        for await (const [said] of on(platform, 'message')) if (said === id) break;
        const message = await chat.fetchMessage({ channelId, threadId: null, messageId: id });
        if (!message) throw new Error('A question is gone.');
        return reply(steward, message);
      };
      return work({
        ...around,
        steward,
        question,
        overheads: (messageIds) =>
          Promise.all(messageIds.map((messageId) => overheadOf(steward, { messageId, posted }))),
        provider,
      });
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

export type OverheadFigures = Readonly<Record<'p50' | 'p95' | 'p50_ten' | 'p95_ten', number>>;

/** For questions one at a time, and ten at once. */
export const overheadFigures = (alone: readonly number[], together: readonly number[]): OverheadFigures => ({
  p50: quantile(alone, 0.5),
  p95: quantile(alone, 0.95),
  p50_ten: quantile(together, 0.5),
  p95_ten: quantile(together, 0.95),
});
