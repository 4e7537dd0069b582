import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Discord } from '../../adapters/discord/open-discord.ts';
import type { Config } from '../../config/schema.ts';
import type { Chat, MessageRef } from '../../domain/ports/chat.ts';
import { faultFields, isTransient } from '../../domain/ports/errors.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { thisProcess, holdGateway, type GatewayLease } from '../../adapters/temporal/client/hold-gateway.ts';
import { interactionHandlersOf, noToken, noTokenForBot, openDiscordOf } from '../wiring/discord.ts';
import type { Steward } from '../wiring/open-steward.ts';

/** A worker's connection to the chat. */
export interface ChatConnection {
  /** Null for a process that does not post. */
  readonly chat: Chat | null;
  /** The ids of the channels in which Steward works, with their keys in the config; null for all channels. */
  readonly listed: ReadonlyMap<string, string> | null;
  /** Lists other channels from now on, by name or id. */
  readonly list: (channels: readonly string[]) => Promise<unknown>;
  /** Starts listening. Call it when Steward is open, before its workers start. */
  readonly start: (
    steward: Pick<Steward, 'client' | 'runs' | 'intake' | 'storage' | 'live'>,
  ) => Promise<void>;
  /** Returns null for a process without the gateway. */
  readonly gatewayState: Discord['gatewayState'];
  /** Rejects when the chat is lost for good. Never resolves. */
  readonly lost: Promise<never>;
  /** Ends what `start` began. The store must still be open. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void> | void;
}

const never = new Promise<never>(() => {});

export const noChatConnection: ChatConnection = {
  chat: null,
  listed: null,
  list: async () => {},
  start: async () => {},
  gatewayState: () => null,
  lost: never,
  stop: async () => {},
  close: () => {},
};

/**
 * Connects to Discord. A process that does not post needs only the channels, because their settings shape an answer, and without
 * a token has none. One that `speaks` has the bot's role, with which a missing token throws.
 */
export async function openChatConnection(
  config: Config,
  log: Logger,
  speaks: boolean,
): Promise<ChatConnection> {
  const { token } = config.discord;
  if (token === null && !speaks) return noChatConnection;
  if (token === null) throw noTokenForBot();
  // On a network that drops packets, the first request takes a quarter of a minute.
  log.info({ guilds: config.discord.guild_ids.length }, 'discord.connecting');
  const discord = await whenReachable(() => openDiscordOf(config, token.reveal(), log), log);
  const { list, listed: listedChannels } = discord;
  if (!speaks) return { ...noChatConnection, list, listed: listedChannels };
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  // Callers that await `lost` get the failure. Until then, it must not end the process.
  lost.catch(() => {});
  void discord.failed.then(lose);
  const begun = new AsyncDisposableStack();
  return {
    chat: discord.chat,
    list,
    listed: listedChannels,
    gatewayState: discord.gatewayState,
    lost,
    async start({ client, runs, intake, storage, live }) {
      const lease = await holdGateway({
        client,
        taskQueue: config.temporal.task_queue,
        applicationId: await whenReachable(discord.applicationId, log),
        self: thisProcess(),
        log,
        lost: lose,
      });
      begun.defer(lease.giveUp);
      begun.defer(() => discord.close());
      const { listed, chat } = discord;
      const heldIntake = whileHeld(intake, lease);
      const answerWanted = async (ref: MessageRef) => {
        const message = await chat.fetchMessage(ref);
        return message ? heldIntake.answerWanted(message) : 'no_question';
      };
      const interactions = interactionHandlersOf({ config, live, runs, storage, listed, answerWanted });
      await discord.start({ intake: heldIntake, cursors: storage.records, interactions });
    },
    stop: () => begun.disposeAsync(),
    close: () => discord.close(),
  };
}

/** Hands nothing in while another process may listen, as after this process was paused or cut off from Temporal. */
const whileHeld = (intake: Intake, { confirm }: GatewayLease): Intake => ({
  messageSeen: async (message) => confirm().then(() => intake.messageSeen(message)),
  answerWanted: async (message) => confirm().then(() => intake.answerWanted(message)),
  messageEdited: async (message) => confirm().then(() => intake.messageEdited(message)),
  messageDeleted: async (message) => confirm().then(() => intake.messageDeleted(message)),
  authorTyping: async (where) => confirm().then(() => intake.authorTyping(where)),
});

const longestWaitSeconds = 60;

/** A chat of which nothing is asked. */
const noChat = new Proxy({}, { get: () => () => Promise.reject(noToken()) }) as Chat;

/** A connection that only reads, beside a worker that may listen at the same time. Without a token only if nothing of the chat is read. */
export async function openChatReading(
  config: Config,
  log: Logger,
  needsChat: boolean,
): Promise<ChatConnection> {
  const { token } = config.discord;
  if (token === null && !needsChat) return { ...noChatConnection, chat: noChat };
  if (token === null) throw noToken();
  const discord = await openDiscordOf(config, token.reveal(), log);
  await discord.connect();
  const { chat, list, listed } = discord;
  return { ...noChatConnection, chat, list, listed, close: () => discord.close() };
}

/** Waits while Discord is down or limits requests. Only a final error ends the start. */
async function whenReachable<Result>(open: () => Promise<Result>, log: Logger): Promise<Result> {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, longestWaitSeconds)) {
    try {
      return await open();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const wait = Math.min(Math.max(seconds, error.retryAfterSeconds ?? 0), longestWaitSeconds);
      log.warn({ ...faultFields(error), wait_seconds: wait }, 'discord.waited_for');
      await sleep(wait * 1_000);
    }
  }
}
