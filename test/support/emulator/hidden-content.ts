import type { APIMessage } from 'discord.js';
import {
  ok,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';
import type { World } from '../../../adapters/discord/emulator/world/world.ts';

/** An answer to a bot whose switch "Message Content Intent" is off. */
export function withoutContent({ path }: RestRequest, answer: RestAnswer, world: World): RestAnswer {
  if (answer.status !== 200) return answer;
  if (path === '/applications/@me') return ok({ ...(answer.body as object), flags: 0 });
  if (!/^\/channels\/\d+\/messages(?:\/\d+)?$/u.test(path)) return answer;
  const { body } = answer as { readonly body: APIMessage | readonly APIMessage[] };
  return ok(
    Array.isArray(body) ? body.map((one: APIMessage) => blank(one, world)) : blank(body as APIMessage, world),
  );
}

/** A bot then gets the content only of its own messages and of those that mention it. */
function blank(message: APIMessage, { bot }: World): APIMessage {
  const { author, mentions } = message;
  if (author.id === bot.id || mentions.some(({ id }) => id === bot.id)) return message;
  return { ...message, content: '', attachments: [], embeds: [], components: [] };
}
