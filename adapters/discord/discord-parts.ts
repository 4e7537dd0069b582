import type { Client, REST } from 'discord.js';
import type { Log } from '../../domain/ports/log.ts';
import type { Directory } from './guild/directory.ts';
import type { ListedChannels } from './guild/guild-channels.ts';
import type { People } from './guild/people.ts';
import type { ToMessage } from './intake/to-message.ts';

/** The objects that make up one connection to Discord. Each function takes the ones that it needs. */
export interface DiscordParts {
  readonly client: Client;
  readonly rest: REST;
  readonly directory: Directory;
  readonly people: People;
  readonly toMessage: ToMessage;
  readonly guildIds: readonly string[];
  readonly listed: ListedChannels;
  readonly log: Log;
}
