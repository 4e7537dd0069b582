import type { Chat } from '../../domain/ports/chat.ts';
import type { PortError } from '../../domain/ports/errors.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { connectGateway, createGatewayClient } from './connect-gateway.ts';
import { createDirectory } from './directory.ts';
import { createDiscordChat } from './discord-chat.ts';
import type { DiscordLog } from './discord-log.ts';
import { createRest } from './discord-rest.ts';
import { watchGateway } from './gateway.ts';
import { findListedChannels, type ListedChannels } from './guild-channels.ts';
import { createTeam, type TeamSettings } from './team.ts';
import { createToMessage } from './to-message.ts';

export interface DiscordOptions {
  readonly token: string;
  readonly guildIds: readonly string[];
  /** Names or ids, as the config lists them. */
  readonly channels: readonly string[];
  readonly team: TeamSettings;
  readonly log: DiscordLog;
  /** Where Discord's API is, for a proxy of one's own. */
  readonly apiUrl?: string;
  readonly now: () => Date;
}

export interface Discord {
  /** Of use once `start` has resolved: places and permissions come from the gateway. */
  readonly chat: Chat;
  readonly listed: ListedChannels;
  /** Opens the gateway and hands everything in. */
  readonly start: (intake: Intake) => Promise<void>;
  /** Resolves when Discord ends the connection for good. Never otherwise. */
  readonly failed: Promise<PortError>;
  readonly close: () => Promise<void>;
}

/**
 * Checks the token and finds the listed channels; opens no gateway yet. Throws final `PortError`s that say what to
 * change: the token, a server, a channel's name.
 */
export async function openDiscord(options: DiscordOptions): Promise<Discord> {
  const { token, guildIds, channels, log, apiUrl, now } = options;
  const rest = createRest({ token, apiUrl });
  const listed = await findListedChannels({ rest, guildIds, channels });
  const client = createGatewayClient(apiUrl);
  const directory = createDirectory(client);
  const team = createTeam({ rest, settings: options.team, now });
  const toMessage = createToMessage({ directory, team });
  const { promise: failed, resolve: fail } = Promise.withResolvers<PortError>();
  const opened: (() => Promise<void> | void)[] = [];
  return {
    chat: createDiscordChat({ rest, directory, toMessage }),
    listed,
    failed,
    async start(intake) {
      opened.push(() => client.destroy());
      const watch = watchGateway({ client, intake, directory, team, toMessage, guildIds, listed, log });
      opened.push(() => watch.close());
      await connectGateway({ client, token, log, failed: fail });
      log.info({ guilds: guildIds.length, channels: listed.size }, 'discord.connected');
    },
    async close() {
      for (const end of opened.splice(0).toReversed()) await end();
    },
  };
}
