import { GatewayDispatchEvents, PermissionFlagsBits } from 'discord.js';
import type { Gateway } from '../gateway/gateway.ts';
import { ok, refused, type RestAnswer, type RestRequest } from './rest-request.ts';
import { botMay, type World } from '../world/world.ts';

interface Target {
  readonly world: World;
  readonly gateway: Gateway;
  readonly id: string;
}

/** PATCH of a thread: who opened it may close it. */
export function changeThread({
  world,
  gateway,
  id,
  body,
}: Target & { readonly body: RestRequest['body'] }): RestAnswer {
  const thread = world.threads.get(id);
  if (!thread?.thread_metadata) return refused(404, 10_003, 'Unknown Channel');
  const isOwn = thread.owner_id === world.bot.id;
  if (!isOwn && !botMay(world, id, PermissionFlagsBits.ManageThreads))
    return refused(403, 50_013, 'Missing Permissions');
  thread.thread_metadata.archived = body['archived'] === true;
  thread.thread_metadata.archive_timestamp = new Date().toISOString();
  gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
  return ok(thread);
}

/** DELETE of a thread: only with Manage Threads, whoever opened it. */
export function deleteThread({ world, gateway, id }: Target): RestAnswer {
  const thread = world.threads.get(id);
  if (!thread) return refused(404, 10_003, 'Unknown Channel');
  if (!botMay(world, id, PermissionFlagsBits.ManageThreads))
    return refused(403, 50_013, 'Missing Permissions');
  world.threads.delete(id);
  world.messages.delete(id);
  const { parent_id: parentId, type } = thread;
  const event = { id, guild_id: world.guildId, parent_id: parentId, type };
  gateway.send(GatewayDispatchEvents.ThreadDelete, event);
  return ok(thread);
}
