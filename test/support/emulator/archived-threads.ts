import { ChannelType, GatewayDispatchEvents, type APIThreadChannel } from 'discord.js';
import type { Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import {
  ok,
  refusals,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';
import { threadsIn } from '../../../adapters/discord/emulator/rest/routes.ts';
import { findMessage } from '../../../adapters/discord/emulator/world/messages.ts';
import { isArchived, type World } from '../../../adapters/discord/emulator/world/world.ts';

type Guild = Pick<Emulator, 'world' | 'gateway'>;

/** What Discord does with archived threads, and when Steward changes a thread. Null for any other request. */
export const archivedThreads =
  (guild: Guild) =>
  ({ method, path, query, body }: RestRequest): RestAnswer | null => {
    const { world } = guild;
    const [, listedIn, whose] =
      /^\/channels\/(\d+)\/(users\/@me\/)?threads\/archived\/\w+$/u.exec(path) ?? [];
    if (listedIn !== undefined) {
      const type = whose === undefined ? ChannelType.PublicThread : ChannelType.PrivateThread;
      return listArchived(world, { parentId: listedIn, type, query });
    }
    const [, id = ''] = /^\/channels\/(\d+)$/u.exec(path) ?? [];
    if (method === 'PATCH' && id !== '') return change(guild, id, body);
    const [, place = '', messageId] = /^\/channels\/(\d+)\/messages(?:\/(\d+))?/u.exec(path) ?? [];
    const thread = world.threads.get(place);
    if (!thread?.thread_metadata || !isArchived(thread) || method === 'GET') return null;
    if (messageId !== undefined) return findMessage(world, messageId) ? refusals.archived : null;
    // Posting unarchives it.
    thread.thread_metadata.archived = false;
    guild.gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
    return null;
  };

function change({ world, gateway }: Guild, id: string, body: RestRequest['body']): RestAnswer {
  const thread = world.threads.get(id);
  if (!thread?.thread_metadata) return refusals.unknownChannel;
  if (Array.isArray(body['applied_tags'])) {
    thread.applied_tags = body['applied_tags'].map(String);
    gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
    return ok(thread);
  }
  const isClosed = body['archived'] === true;
  // Everybody who may post in a thread may open it again, but only its owner may close it.
  if (isClosed && thread.owner_id !== world.bot.id) return refusals.missingPermissions;
  thread.thread_metadata.archived = isClosed;
  thread.thread_metadata.archive_timestamp = new Date().toISOString();
  gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
  return ok(thread);
}

/** A channel's archived threads: public ones, last archived first, or the bot's private ones, newest first. */
function listArchived(
  world: World,
  {
    parentId,
    type,
    query,
  }: { readonly parentId: string; readonly type: ChannelType; readonly query: URLSearchParams },
): RestAnswer {
  const limit = Number(query.get('limit') ?? 50);
  const before = query.get('before');
  const isPrivate = type === ChannelType.PrivateThread;
  const rank = (thread: APIThreadChannel) => BigInt(isPrivate ? thread.id : archivedAt(thread));
  const end = before === null ? null : BigInt(isPrivate ? before : Date.parse(before));
  const threads = threadsIn(world)
    .filter((thread) => thread.parent_id === parentId && thread.type === type && isArchived(thread))
    .filter((thread) => end === null || rank(thread) < end)
    .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
  return ok({ threads: threads.slice(0, limit), members: [], has_more: threads.length > limit });
}

const archivedAt = (thread: APIThreadChannel): number =>
  Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
