import { GatewayDispatchEvents, type APIMessage } from 'discord.js';
import { addMessage, findMessage, removeMessage } from '../world/messages.ts';
import {
  invalidForm,
  ok,
  refusals,
  refused,
  type RestAnswer,
  type RestRequest,
  type RouteParts,
} from './rest-request.ts';

interface Location extends Pick<RouteParts, 'world' | 'gateway'> {
  readonly channelId: string;
}

interface Target extends Location {
  readonly messageId: string;
}

interface Reference {
  readonly message_id?: string;
  readonly fail_if_not_exists?: boolean;
}

/** POST of a message. A nonce is posted once. */
export function postMessage({ world, gateway, channelId }: Location, body: RestRequest['body']): RestAnswer {
  if (!world.messages.has(channelId)) return refusals.unknownChannel;
  const { content, nonce, flags, components, message_reference: reference } = body;
  const key = `${channelId} ${String(nonce)}`;
  const first = world.nonces.get(key);
  if (first) return ok(first);
  const { message_id: referenced = null, fail_if_not_exists: mustExist = true } = (reference ??
    {}) as Reference;
  const isGone = referenced !== null && findMessage(world, referenced)?.channel_id !== channelId;
  if (isGone && mustExist) return invalidForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE');
  const replyToId = isGone ? null : referenced;
  const made = addMessage(world, {
    author: world.bot,
    channelId,
    content: String(content),
    nonce: String(nonce),
    replyToId,
    flags: Number(flags ?? 0),
    components,
  });
  world.nonces.set(key, made);
  gateway.send(GatewayDispatchEvents.MessageCreate, { ...made, guild_id: world.guildId });
  return ok(made);
}

/** PATCH of a message. Steward may change only its own messages, because it has no Manage Messages. */
export function editMessage(target: Target, body: RestRequest['body']): RestAnswer {
  const { world, gateway, channelId } = target;
  const message = ownMessage(target);
  if ('status' in message) return message;
  message.content = String(body['content']).trim();
  if ('components' in body) Object.assign(message, { components: body['components'] });
  message.edited_timestamp = new Date().toISOString();
  const event = { ...message, channel_id: channelId, guild_id: world.guildId };
  gateway.send(GatewayDispatchEvents.MessageUpdate, event);
  return ok(message);
}

export function deleteMessage(target: Target): RestAnswer {
  const message = ownMessage(target);
  if ('status' in message) return message;
  const { channelId, messageId, world, gateway } = target;
  removeMessage(world, message);
  const event = { id: messageId, channel_id: channelId, guild_id: world.guildId };
  gateway.send(GatewayDispatchEvents.MessageDelete, event);
  return { status: 204, body: undefined };
}

function ownMessage({ world, channelId, messageId }: Target): APIMessage | RestAnswer {
  const messages = world.messages.get(channelId);
  if (!messages) return refusals.unknownChannel;
  const message = messages.find(({ id }) => id === messageId);
  if (!message) return refusals.unknownMessage;
  return message.author.id === world.bot.id
    ? message
    : refused(403, 50_005, 'Cannot edit a message authored by another user');
}
