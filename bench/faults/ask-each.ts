import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { RestRequest } from '../../adapters/discord/emulator/rest/rest-request.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import type { FaultResult } from './provider-cases.ts';

const channelCount = 6;
const patienceMilliseconds = 90_000;

/** The result of one question. */
export interface Asked {
  /** Null if it did not end in time. */
  readonly record: ReplyRecord | null;
  /** Steward's posts for it, in a thread or in the channel. */
  readonly posts: readonly string[];
  /** Steward's requests to Discord, including those for other questions. */
  readonly requests: readonly RestRequest[];
  readonly channelId: string;
  readonly messageId: string;
}

/**
 * Asks one question for each case, one at a time in each of six channels, on the emulated Discord with the real worker.
 * `begin` is called before Steward sees the question; `holds` names the checks, of which a false one is wrong.
 */
export async function askEach<Case extends { readonly name: string }>(
  cases: readonly Case[],
  {
    script,
    words = () => '',
    begin = () => {},
    holds,
  }: {
    readonly script?: Script;
    /** What the member says beside the question. */
    readonly words?: (one: Case) => string;
    readonly begin?: (
      at: {
        readonly discord: DiscordBench['discord'];
        readonly channelId: string;
        readonly messageId: string;
      },
      one: Case,
    ) => void;
    readonly holds: (one: Case, asked: Asked) => Readonly<Record<string, boolean>>;
  },
): Promise<readonly FaultResult[]> {
  const channels = manyChannels(channelCount);
  return withDiscordBench({ channels, waitSeconds: 1, ...(script && { script }) }, async (bench) => {
    await bench.worker('worker', 'all');
    await bench.indexDocuments();
    const storage = await bench.openStorage();
    const { discord } = bench;
    const ask = async (channel: string, at: number, one: Case): Promise<Asked> => {
      const channelId = discord.channelId(channel);
      const before = discord.postsIn(channelId).length;
      const text = `Case ${at}: how do I set the port?\n${words(one)}`;
      const { id: messageId } = discord.say({ by: `Member ${at}`, text, in: channel });
      begin({ discord, channelId, messageId }, one);
      const requestsBefore = discord.requests.length;
      const end = performance.now() + patienceMilliseconds;
      let record: ReplyRecord | null = null;
      while (performance.now() < end && !isOver(record)) {
        await sleep(100);
        record = await storage.records.replyRecord(messageId);
      }
      const posts = [...discord.postsIn(messageId), ...discord.postsIn(channelId).slice(before)];
      return {
        record: isOver(record) ? record : null,
        posts: posts.map(({ content }) => content),
        requests: discord.requests.slice(requestsBefore),
        channelId,
        messageId,
      };
    };
    const turns = channels.map(() => pLimit(1));
    return Promise.all(
      cases.map((one, at) =>
        turns[at % channelCount]!(async (): Promise<FaultResult> => {
          const found = holds(one, await ask(channels[at % channelCount] ?? '', at, one));
          return { name: one.name, wrong: Object.keys(found).filter((what) => !found[what]) };
        }),
      ),
    );
  });
}

const isOver = (record: ReplyRecord | null): boolean => record !== null && record.status !== 'generated';
