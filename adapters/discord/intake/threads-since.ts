import { Routes } from 'discord.js';
import pLimit from 'p-limit';
import { z } from 'zod';
import { isFinal } from '../../../domain/ports/errors.ts';
import { parsedAnswer, withDiscordFailure } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { maxListed } from './list-messages.ts';

/** Discord lets a bot make some fifty requests a second, and answers must not wait until every channel has been asked about. */
const requestsAtOnce = 4;

/**
 * The listed channels' threads that may have new messages: active ones and those archived since then. Private ones
 * count if Steward is in them.
 */
export async function threadsSince({
  rest,
  directory,
  guildIds,
  listed,
  since,
  log,
}: Pick<DiscordParts, 'rest' | 'directory' | 'guildIds' | 'listed' | 'log'> & {
  readonly since: Date;
}) {
  const active = async (id: string) =>
    (await pageOf(`the server ${id}`, rest.get(Routes.guildActiveThreads(id)))).threads;
  /** A channel that Steward may not read must not hide the threads of the others. */
  const orNone = (threads: Promise<readonly ShownThread[]>) =>
    threads.catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'discord.threads_hidden');
      return [];
    });
  const archived = [...listed.keys()].flatMap((id) => [
    () => archivedSince(id, 'public'),
    // A forum has no private threads.
    ...(directory.isForum(id) ? [] : [() => archivedSince(id, 'private')]),
  ]);
  const listings = [...guildIds.map((id) => () => active(id)), ...archived];
  const limit = pLimit(requestsAtOnce);
  const threads = await limit
    .map(listings, (list) => orNone(list()))
    .catch((error: unknown) => {
      // The caller tries all of it again.
      limit.clearQueue();
      throw error;
    });
  return threads
    .flat()
    .flatMap(({ id, parent_id: channelId, last_message_id: lastMessageId }) =>
      channelId && listed.has(channelId) ? [{ id, channelId, lastMessageId: lastMessageId ?? null }] : [],
    );

  /** Discord lists public threads last archived first, and the private ones that Steward is in newest first. */
  async function archivedSince(
    channelId: string,
    kind: 'public' | 'private',
  ): Promise<readonly ShownThread[]> {
    const isPublic = kind === 'public';
    const route = isPublic
      ? Routes.channelThreads(channelId, kind)
      : Routes.channelJoinedArchivedThreads(channelId);
    const shownThreads: ShownThread[] = [];
    let before: string | undefined;
    for (;;) {
      const query = new URLSearchParams({
        limit: String(maxListed),
        ...(before !== undefined && { before }),
      });
      const page = await pageOf(directory.nameOf(channelId), rest.get(route, { query }));
      const fresh = page.threads.filter((thread) => archivedAt(thread) >= since.getTime());
      shownThreads.push(...fresh);
      const last = page.threads.at(-1);
      before = isPublic ? last?.thread_metadata?.archive_timestamp : last?.id;
      const restIsOlder = isPublic && fresh.length < page.threads.length;
      if (!page.has_more || restIsOlder || before === undefined) return shownThreads;
    }
  }
}

const archivedAt = (thread: ShownThread): number =>
  Date.parse(thread.thread_metadata?.archive_timestamp ?? '');

const shownPage = z.object({
  threads: z.array(
    z.object({
      id: z.string(),
      parent_id: z.string().nullish().catch(null),
      last_message_id: z.string().nullish().catch(null),
      thread_metadata: z.object({ archive_timestamp: z.string() }).nullish().catch(null),
    }),
  ),
  has_more: z.boolean().nullish(),
});

const pageOf = async (where: string, request: Promise<unknown>) =>
  parsedAnswer(where, await withDiscordFailure(where, request), shownPage);

type ShownThread = z.infer<typeof shownPage>['threads'][number];
