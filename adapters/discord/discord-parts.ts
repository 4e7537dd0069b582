import type { Client, REST } from 'discord.js';
import type { Log } from '../../domain/ports/log.ts';
import type { Directory } from './guild/directory.ts';
import type { ListedChannels } from './guild/guild-channels.ts';
import type { People } from './guild/people.ts';
import type { ToMessage } from './intake/to-message.ts';

/** What one connection to Discord is made of; its functions take what they need of it. */
export interface DiscordParts {
  readonly client: Client;
  readonly rest: REST;
  readonly directory: Directory;
  readonly people: People;
  readonly toMessage: ToMessage;
  readonly guildIds: readonly string[];
  /** As they are now. */
  readonly listed: ListedChannels;
  readonly log: Log;
}
