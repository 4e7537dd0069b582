import { ChannelType, Routes, type APIChannel, type REST } from 'discord.js';
import { historyPageSize, type ChatHistory } from '../../../domain/ports/chat.ts';
import type { Directory } from '../guild/directory.ts';
import { discordFailure } from '../discord-errors.ts';
import type { DiscordLog } from '../discord-log.ts';
import { listMessages } from './list-messages.ts';
import { threadsSince } from './threads-since.ts';
import type { ToMessage } from './to-message.ts';

/** What was said in a channel and its threads, page by page. */
export const createHistory = ({
  rest,
  directory,
  toMessage,
  log,
}: {
  readonly rest: REST;
  readonly directory: Directory;
  readonly toMessage: ToMessage;
  readonly log: DiscordLog;
}): ChatHistory => ({
  async locationsSince({ channelId, since }) {
    try {
      const channel = (await rest.get(Routes.channel(channelId))) as APIChannel;
      const guildId = 'guild_id' in channel && channel.guild_id ? [channel.guild_id] : [];
      const listed = new Map([[channelId, channelId]]);
      const threads = await threadsSince({
        rest,
        directory,
        guildIds: guildId,
        listed,
        since: new Date(since),
        log,
      });
      const isForum = channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
      const ids = new Set(threads.map(({ id }) => id));
      return [
        ...(isForum ? [] : [{ channelId, threadId: null }]),
        ...[...ids].map((threadId) => ({ channelId, threadId })),
      ];
    } catch (error) {
      throw discordFailure(error, directory.nameOf(channelId));
    }
  },

  async messagesAfter({ channelId, threadId, afterMessageId }) {
    const locationId = threadId ?? channelId;
    try {
      const query = { after: afterMessageId, limit: String(historyPageSize) };
      const messages = await Promise.all((await listMessages(rest, locationId, query)).map(toMessage));
      return messages.filter((message) => message !== null);
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId));
    }
  },
});
