import { Events } from 'discord.js';
import type { Chat } from '../../domain/ports/chat.ts';
import type { PortError } from '../../domain/ports/errors.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { IntakeCursors } from '../../domain/ports/records.ts';
import type { EventQueue } from './intake/event-queue.ts';
import { connectGateway, createGatewayClient, isConnected } from './intake/connect-gateway.ts';
import { createDirectory } from './guild/directory.ts';
import { createPosting } from './posting/post-messages.ts';
import { createReading } from './posting/read-messages.ts';
import type { Log } from '../../domain/ports/log.ts';
import { wrongToken } from './discord-failure.ts';
import type { DiscordParts } from './discord-parts.ts';
import { createRest } from './discord-rest.ts';
import { readApplication } from './guild/application.ts';
import { watchGateway } from './intake/gateway.ts';
import { findListedChannels } from './guild/guild-channels.ts';
import { watchInteractions, type InteractionParts } from './interactions/watch-interactions.ts';
import { noReactions, watchReactions, type ReactionSettings } from './interactions/watch-reactions.ts';
import { createPeople, type TeamSettings } from './guild/people.ts';
import { createToMessage } from './intake/to-message.ts';

export interface DiscordOptions {
  readonly token: string;
  readonly guildIds: readonly string[];
  /** Names or ids. */
  readonly channels: readonly string[];
  readonly team: TeamSettings;
  readonly catchUpMaxAgeHours: number;
  /** None means anything by default. */
  readonly reactions?: ReactionSettings;
  readonly log: Log;
  /** Set for a proxy of Discord's API. */
  readonly apiUrl?: string;
  readonly now: () => Date;
  /** How many events may wait in memory for Temporal: 5,000 by default. Messages beyond that are fetched later. */
  readonly maxWaiting?: number;
}

export type Discord = Awaited<ReturnType<typeof openDiscord>>;

/**
 * Checks the token and finds the listed channels without opening the gateway. Logs each missing channel or server. If no
 * channel is found, throws a final `PortError` that says what to change.
 */
export async function openDiscord(options: DiscordOptions) {
  const { token, guildIds, channels, log, apiUrl, catchUpMaxAgeHours: maxAgeHours, now } = options;
  const { maxWaiting = 5_000, reactions = noReactions } = options;
  const { promise: failed, resolve: fail } = Promise.withResolvers<PortError>();
  const refused = () => fail(wrongToken());
  const rest = createRest({ token, apiUrl, refused });
  const listed = new Map<string, string>();
  const list = createListing(listed, { rest, guildIds, log });
  const [problem] = await list(channels);
  if (listed.size === 0 && problem) throw problem;
  const client = createGatewayClient(apiUrl, refused);
  const directory = createDirectory(client);
  const people = createPeople(rest, options.team, now);
  const toMessage = createToMessage(directory, people);
  const opened = new AsyncDisposableStack();
  let queueState: EventQueue['state'] | null = null;
  const disconnect = async () => {
    // The client says that it connects again even as it ends.
    client.removeAllListeners(Events.ShardReconnecting);
    await client.destroy();
  };
  const parts: DiscordParts = { client, rest, directory, people, toMessage, guildIds, listed, log };
  const chat: Chat = { ...createReading(parts), ...createPosting(parts) };
  return {
    /** Usable once `start` has resolved, because channels and permissions come from the gateway. */
    chat,
    /** The channels that are there; `list` changes them. */
    listed,
    /** Lists other channels from now on, by name or id. */
    list,
    applicationId: async (): Promise<string> => (await readApplication(rest)).id,
    /** Resolves only when Discord ends the connection for good. */
    failed,
    /** Whether all gateway connections are up, and how many events wait. Null before `start`. */
    gatewayState: () => queueState && { isConnected: isConnected(client), ...queueState() },
    /** Connects to the gateway for channels and permissions alone, so that `chat` can read: no event is handed to anybody. */
    async connect(): Promise<void> {
      opened.defer(disconnect);
      await connectGateway({ client, token, log, failed: fail });
    },
    /** Opens the gateway and passes every message to the intake, those written during downtime included. */
    async start({
      intake,
      cursors,
      interactions,
    }: {
      readonly intake: Intake;
      readonly cursors: IntakeCursors;
      /** The handlers of buttons and commands, and the texts that members read. */
      readonly interactions?: Pick<InteractionParts, 'handlers' | 'texts' | 'teamChannelId'>;
    }): Promise<void> {
      opened.defer(disconnect);
      const watch = watchGateway({ ...parts, intake, cursors, maxAgeHours, maxWaiting, now });
      opened.defer(() => watch.close());
      queueState = watch.state;
      if (interactions) {
        const handlerParts = { ...parts, ...interactions, surface: chat };
        const watched = [watchInteractions(handlerParts), watchReactions({ ...handlerParts, ...reactions })];
        for (const one of watched) opened.defer(() => one.close());
      }
      await connectGateway({ client, token, log, failed: fail });
      // A stop may come while it connects.
      if (opened.disposed) return;
      log.info({ guilds: guildIds.length, channels: listed.size }, 'discord.connected');
      logMissingPermissions(parts);
    },
    close: (): Promise<void> => opened.disposeAsync(),
  };
}

/** Looks channels up by name or id, lists these and no others, and logs each that is missing. */
const createListing =
  (listed: Map<string, string>, { rest, guildIds, log }: Pick<DiscordParts, 'rest' | 'guildIds' | 'log'>) =>
  async (channels: readonly string[]): Promise<readonly PortError[]> => {
    const there = await findListedChannels({ rest, guildIds, channels });
    for (const { code, message } of there.problems)
      log.error({ code, reason: message }, 'discord.channel_missing');
    for (const id of listed.keys()) if (!there.listed.has(id)) listed.delete(id);
    for (const [id, key] of there.listed) listed.set(id, key);
    return there.problems;
  };

function logMissingPermissions({ directory, listed, log }: DiscordParts): void {
  for (const id of listed.keys()) {
    const missing = directory.missingIn(id);
    if (missing.length > 0)
      log.error({ channel: directory.nameOf(id), missing }, 'discord.missing_permissions');
  }
}
