import type { REST } from 'discord.js';
import type { Log } from '../../../domain/ports/log.ts';
import { discordFailure } from '../discord-failure.ts';
import type { Directory } from '../guild/directory.ts';
import type { ToMessage } from '../intake/to-message.ts';

/** What the parts of the chat port share. */
export interface ChatParts {
  readonly rest: REST;
  readonly directory: Directory;
  readonly toMessage: ToMessage;
  readonly log: Log;
}

/** Does work that is about a location, and turns what it fails with into Steward's own sentence. */
export const failingAt =
  (directory: Pick<Directory, 'nameOf' | 'missingIn'>) =>
  async <Result>(locationId: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId), directory.missingIn(locationId));
    }
  };
