import type { APIThreadChannel } from 'discord.js';
import { ok, type RestAnswer } from './rest-request.ts';
import type { World } from '../world/world.ts';

/** GET /guilds/…/threads/active. */
export const activeThreads = (world: World): RestAnswer =>
  ok({ threads: shown(world).filter((thread) => !isArchived(thread)), members: [] });

/** GET /channels/…/threads/archived/public: the last archived ones first. */
export function archivedThreads(world: World, parentId: string, query: URLSearchParams): RestAnswer {
  const limit = Number(query.get('limit') ?? 50);
  const before = query.get('before');
  const found = shown(world)
    .filter((thread) => thread.parent_id === parentId && isArchived(thread))
    .filter((thread) => before === null || archivedAt(thread) < Date.parse(before))
    .toSorted((a, b) => archivedAt(b) - archivedAt(a));
  return ok({ threads: found.slice(0, limit), members: [], has_more: found.length > limit });
}

const isArchived = (thread: APIThreadChannel): boolean => thread.thread_metadata?.archived === true;

const archivedAt = (thread: APIThreadChannel): number =>
  Date.parse(thread.thread_metadata?.archive_timestamp ?? '');

const shown = (world: World): readonly APIThreadChannel[] =>
  [...world.threads.values()].map((thread) => ({
    ...thread,
    last_message_id: world.messages.get(thread.id)?.at(-1)?.id ?? null,
  }));
