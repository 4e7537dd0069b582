import type { APIMessage } from 'discord.js';
import type { World } from '../world/world.ts';

type Shown = Pick<APIMessage, 'author' | 'mentions'>;

/** What a bot without the intent "Message Content" gets of a message that is neither its own nor mentions it. */
export function withoutContent<Message extends object>(message: Message, { bot }: World): Message {
  const { author, mentions = [] } = message as Partial<Shown>;
  if (!author || author.id === bot.id || mentions.some(({ id }) => id === bot.id)) return message;
  return { ...message, content: '', attachments: [], embeds: [], components: [] };
}
