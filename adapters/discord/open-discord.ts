import type { Texts } from '../../config/schema/texts.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import type { InteractionHandlers } from '../../domain/ports/interactions.ts';
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
import { followChannels } from './guild/follow-channels.ts';
import {
  findListedChannels,
  replaceAll,
  type FoundChannels,
  type ListedChannels,
} from './guild/guild-channels.ts';
import { watchInteractions } from './interactions/watch-interactions.ts';
import { watchSolved } from './interactions/watch-solved.ts';
import { createPeople, type PeopleSettings } from './guild/people.ts';
import { createToMessage } from './intake/to-message.ts';

export interface DiscordOptions {
  readonly token: string;
  readonly guildIds: readonly string[];
  /** Names or ids, as the config lists them. */
  readonly channels: readonly string[];
  readonly people: PeopleSettings;
  readonly catchUpMaxAgeHours: number;
  /** Names of a forum's tags that say that a post is solved. None by default. */
  readonly solvedTags?: readonly string[];
  readonly log: Log;
  /** Where Discord's API is, for a proxy of one's own. */
  readonly apiUrl?: string;
  readonly now: () => Date;
  /** How many events wait in memory for Temporal: 5,000 by default. What comes then is fetched later. */
  readonly maxWaiting?: number;
}

interface GatewayState extends ReturnType<EventQueue['state']> {
  readonly isConnected: boolean;
}

export interface Discord {
  /** Of use once `start` has resolved: places and permissions come from the gateway. */
  readonly chat: Chat;
  /** As they are now: what is renamed, deleted or made while Steward runs counts from then on. */
  readonly listed: ListedChannels;
  /** Of the application whose token it is. */
  readonly applicationId: () => Promise<string>;
  /** For a process without the gateway, which tells of changes: looks up the channels once more. */
  readonly lookAgain: () => Promise<void>;
  /** Opens the gateway and hands everything in, with what was written since the cursors. */
  readonly start: (to: {
    readonly intake: Intake;
    readonly cursors: IntakeCursors;
    /** Where buttons and commands go, and the words of their answers. */
    readonly interactions?: {
      readonly handlers: InteractionHandlers;
      readonly texts: Texts['desk'];
      readonly teamChannelId: string | null;
    };
  }) => Promise<void>;
  /** Whether every connection of the gateway is up, and what waits to be handed in. Null before `start`. */
  readonly gatewayState: () => GatewayState | null;
  /** Resolves when Discord ends the connection for good. Never otherwise. */
  readonly failed: Promise<PortError>;
  readonly close: () => Promise<void>;
}

/**
 * Checks the token and finds the listed channels; opens no gateway yet. A channel or a server that is missing is logged, and
 * the others work; when none is left, throws the final `PortError` that says what to change.
 */
export async function openDiscord(options: DiscordOptions): Promise<Discord> {
  const { token, guildIds, channels, log, apiUrl, catchUpMaxAgeHours: maxAgeHours, now } = options;
  const { maxWaiting = 5_000, solvedTags = [] } = options;
  const { promise: failed, resolve: fail } = Promise.withResolvers<PortError>();
  const refused = () => fail(wrongToken());
  const rest = createRest({ token, apiUrl, refused });
  const look = async (): Promise<FoundChannels> => {
    const found = await findListedChannels({ rest, guildIds, channels });
    for (const { code, message } of found.problems)
      log.error({ code, reason: message }, 'discord.channel_missing');
    return found;
  };
  const first = await look();
  const [problem] = first.problems;
  if (first.listed.size === 0 && problem) throw problem;
  const listed = new Map(first.listed);
  const client = createGatewayClient(apiUrl, refused);
  const directory = createDirectory(client);
  const people = createPeople({ rest, settings: options.people, now });
  const toMessage = createToMessage({ directory, people });
  const opened: (() => Promise<void> | void)[] = [];
  let queueState: EventQueue['state'] | null = null;
  const parts: DiscordParts = { client, rest, directory, people, toMessage, guildIds, listed, log };
  const chat: Chat = { ...createReading(parts), ...createPosting(parts) };
  return {
    chat,
    listed,
    applicationId: async () => (await readApplication(rest)).id,
    lookAgain: async () => replaceAll(listed, (await look()).listed),
    failed,
    gatewayState: () => queueState && { isConnected: isConnected(client), ...queueState() },
    async start({ intake, cursors, interactions }) {
      opened.push(() => client.destroy());
      const watch = watchGateway({ ...parts, intake, cursors, maxAgeHours, maxWaiting, now });
      opened.push(() => watch.close());
      queueState = watch.state;
      if (interactions) {
        const given = { ...parts, ...interactions, surface: chat };
        for (const watched of [watchInteractions(given), watchSolved({ ...given, solvedTags })])
          opened.push(() => watched.close());
      }
      await connectGateway({ client, token, log, failed: fail });
      const found = () => watch.catchUp();
      const followed = followChannels({ ...parts, channels, listed, found });
      opened.push(() => followed.close());
      log.info({ guilds: guildIds.length, channels: listed.size }, 'discord.connected');
      logMissingPermissions(parts);
    },
    async close() {
      for (const end of opened.splice(0).toReversed()) await end();
    },
  };
}

function logMissingPermissions({ directory, listed, log }: DiscordParts): void {
  for (const id of listed.keys()) {
    const missing = directory.missingIn(id);
    if (missing.length > 0)
      log.error({ channel: directory.nameOf(id), missing }, 'discord.missing_permissions');
  }
}
