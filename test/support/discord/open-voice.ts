import type { Logger } from 'pino';
import type { Discord } from '../../../adapters/discord/open-discord.ts';
import type { Config } from '../../../config/schema.ts';
import { openDiscordOf } from '../../../workers/wiring/discord.ts';

/** The Discord adapter for a process that posts while another one listens. */
export async function openVoice(config: Config, token: string, log: Logger): Promise<Discord> {
  const discord = await openDiscordOf(config, token, log);
  await discord.start({
    intake: {
      messageSeen: async () => null,
      answerWanted: async () => 'handled',
      messageEdited: async () => {},
      messageDeleted: async () => {},
      authorTyping: async () => {},
    },
    cursors: {
      cursor: async () => null,
      moveCursor: async () => {},
      beginning: async (_, messageId) => messageId,
      noteMissed: async () => {},
      missedSince: async () => [],
    },
  });
  return discord;
}
