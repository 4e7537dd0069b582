import { ChannelType, GatewayDispatchEvents, PermissionFlagsBits, type APIThreadChannel } from 'discord.js';
import { ok, refusals, type RestAnswer, type RestRequest, type RouteParts } from './rest-request.ts';
import { botMay, isArchived, type World } from '../world/world.ts';

interface Target extends Pick<RouteParts, 'world' | 'gateway'> {
  readonly id: string;
}

/** PATCH of a thread, allowed to its owner and with Manage Threads. */
export function changeThread({
  world,
  gateway,
  id,
  body,
}: Target & { readonly body: RestRequest['body'] }): RestAnswer {
  const thread = world.threads.get(id);
  if (!thread?.thread_metadata) return refusals.unknownChannel;
  const isOwn = thread.owner_id === world.bot.id;
  if (!isOwn && !botMay(world, id, PermissionFlagsBits.ManageThreads)) return refusals.missingPermissions;
  thread.thread_metadata.archived = body['archived'] === true;
  thread.thread_metadata.archive_timestamp = new Date().toISOString();
  gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
  return ok(thread);
}

/** DELETE of a thread. Even its owner needs Manage Threads. */
export function deleteThread({ world, gateway, id }: Target): RestAnswer {
  const thread = world.threads.get(id);
  if (!thread) return refusals.unknownChannel;
  if (!botMay(world, id, PermissionFlagsBits.ManageThreads)) return refusals.missingPermissions;
  world.threads.delete(id);
  world.messages.delete(id);
  const { parent_id: parentId, type } = thread;
  const event = { id, guild_id: world.guildId, parent_id: parentId, type };
  gateway.send(GatewayDispatchEvents.ThreadDelete, event);
  return ok(thread);
}

/** GET /guilds/…/threads/active. */
export const activeThreads = (world: World): RestAnswer =>
  ok({ threads: shown(world).filter((thread) => !isArchived(thread)), members: [] });

/** GET of a channel's archived threads: public ones, last archived first, or the bot's private ones, newest first. */
export function archivedThreads(
  world: World,
  { parentId, type, query }: { parentId: string; type: ChannelType; query: URLSearchParams },
): RestAnswer {
  const limit = Number(query.get('limit') ?? 50);
  const before = query.get('before');
  const isPrivate = type === ChannelType.PrivateThread;
  const rank = (thread: APIThreadChannel) => BigInt(isPrivate ? thread.id : archivedAt(thread));
  const end = before === null ? null : BigInt(isPrivate ? before : Date.parse(before));
  const found = shown(world)
    .filter((thread) => thread.parent_id === parentId && thread.type === type && isArchived(thread))
    .filter((thread) => end === null || rank(thread) < end)
    .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
  return ok({ threads: found.slice(0, limit), members: [], has_more: found.length > limit });
}

const archivedAt = (thread: APIThreadChannel): number =>
  Date.parse(thread.thread_metadata?.archive_timestamp ?? '');

const shown = (world: World): readonly APIThreadChannel[] =>
  [...world.threads.values()].map((thread) => ({
    ...thread,
    last_message_id: world.messages.get(thread.id)?.at(-1)?.id ?? null,
  }));
