import { GatewayDispatchEvents } from 'discord.js';
import { whyNeverSent, whyRefused } from '../checks/check-message.ts';
import { ok, refusals, refused, type RestAnswer, type RestRequest, type RouteParts } from './rest-request.ts';
import { removeMessage } from '../world/messages.ts';
import { isArchived } from '../world/world.ts';

interface Target extends Pick<RouteParts, 'world' | 'gateway'> {
  readonly channelId: string;
  readonly messageId: string;
}

/** PATCH of a message. Steward may change only its own messages, because it has no Manage Messages. */
export function editMessage({
  request,
  violation,
  ...target
}: Target &
  Pick<RouteParts, 'violation'> & {
    readonly request: RestRequest;
  }): RestAnswer {
  const { world, gateway, channelId } = target;
  const message = ownMessage(target);
  if ('status' in message) return message;
  const wrong = whyRefused(request.body);
  if (wrong !== null) {
    violation(wrong);
    return refusals.invalidForm;
  }
  const never = whyNeverSent(request.body, world.helperRoleId);
  if (never !== null) violation(never);
  message.content = String(request.body['content']).trim();
  if ('components' in request.body) Object.assign(message, { components: request.body['components'] });
  message.edited_timestamp = new Date().toISOString();
  gateway.send(GatewayDispatchEvents.MessageUpdate, {
    ...message,
    channel_id: channelId,
    guild_id: world.guildId,
  });
  return ok(message);
}

export function deleteMessage(target: Target): RestAnswer {
  const message = ownMessage(target);
  if ('status' in message) return message;
  removeMessage(target.world, message);
  const { channelId, messageId, world, gateway } = target;
  gateway.send(GatewayDispatchEvents.MessageDelete, {
    id: messageId,
    channel_id: channelId,
    guild_id: world.guildId,
  });
  return { status: 204, body: undefined };
}

function ownMessage({ world, channelId, messageId }: Target) {
  const messages = world.messages.get(channelId);
  if (!messages) return refusals.unknownChannel;
  const message = messages.find(({ id }) => id === messageId);
  if (!message) return refusals.unknownMessage;
  if (isArchived(world.threads.get(channelId))) return refusals.archived;
  return message.author.id === world.bot.id
    ? message
    : refused(403, 50_005, 'Cannot edit a message authored by another user');
}
