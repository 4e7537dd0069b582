import { RESTJSONErrorCodes, Routes, roleMention, type REST } from 'discord.js';
import type { ChatSurface } from '../../../domain/ports/chat.ts';
import { inOpenThread } from './post-messages.ts';
import { buttonRows } from './components.ts';
import type { Directory } from '../guild/directory.ts';
import { discordFailure, isCode } from '../discord-failure.ts';

/** Discord's limits for one message with embeds. */
const maxEmbeds = 3;

/** Reactions, and answers to commands. */
export const createSurface = ({
  rest,
  directory,
}: {
  readonly rest: REST;
  readonly directory: Pick<Directory, 'botId' | 'nameOf'>;
}): ChatSurface => ({
  roleMention,

  async react({ channelId, threadId, messageId, emoji }) {
    const locationId = threadId ?? channelId;
    try {
      await inOpenThread(rest, threadId, () =>
        rest.put(Routes.channelMessageOwnReaction(locationId, messageId, encodeURIComponent(emoji))),
      );
    } catch (error) {
      if (!isCode(error, RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.ReactionWasBlocked))
        throw discordFailure(error, directory.nameOf(locationId));
    }
  },

  /** One request for everything, so that a repeat shows nothing twice: further parts stand in embeds. */
  async respond({ token, parts, buttons = [] }) {
    const [first = '', ...others] = parts;
    const body = {
      content: first,
      embeds: others.slice(0, maxEmbeds).map((description) => ({ description })),
      components: buttonRows(buttons),
      allowed_mentions: { parse: [] },
    };
    try {
      await rest.patch(Routes.webhookMessage(directory.botId(), token), { body, auth: false });
    } catch (error) {
      throw discordFailure(error, 'the answer to a command');
    }
  },
});
