import { Routes, type APIThreadChannel } from 'discord.js';
import { isFinal } from '../../../domain/ports/errors.ts';
import { asked } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { maxListed } from './list-messages.ts';

interface ListedThread {
  readonly id: string;
  readonly channelId: string;
  readonly lastMessageId: string | null;
}

/** The listed channels' threads that may have new messages: all active ones, and those archived since then. */
export async function threadsSince({
  rest,
  directory,
  guildIds,
  listed,
  since,
  log,
}: Pick<DiscordParts, 'rest' | 'directory' | 'guildIds' | 'listed' | 'log'> & {
  readonly since: Date;
}): Promise<readonly ListedThread[]> {
  const active = async (id: string) =>
    (await asked<Page>(`the server ${id}`, rest.get(Routes.guildActiveThreads(id)))).threads;
  /** A channel that Steward may not read must not hide the threads of the others. */
  const orNone = (found: Promise<readonly APIThreadChannel[]>) =>
    found.catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'discord.threads_hidden');
      return [];
    });
  const lists = [...guildIds.map(active), ...[...listed.keys()].map(archivedSince)];
  const threads = (await Promise.all(lists.map(orNone))).flat();
  return threads.flatMap(({ id, parent_id: channelId, last_message_id: lastMessageId }) =>
    channelId && listed.has(channelId) ? [{ id, channelId, lastMessageId: lastMessageId ?? null }] : [],
  );

  async function archivedSince(channelId: string): Promise<readonly APIThreadChannel[]> {
    const found: APIThreadChannel[] = [];
    let before: string | null = null;
    for (;;) {
      const query = new URLSearchParams({ limit: String(maxListed), ...(before !== null && { before }) });
      const request = rest.get(Routes.channelThreads(channelId, 'public'), { query });
      const page: Page = await asked<Page>(directory.nameOf(channelId), request);
      const fresh = page.threads.filter((thread) => archivedAt(thread) >= since.getTime());
      found.push(...fresh);
      const last = fresh.at(-1)?.thread_metadata?.archive_timestamp;
      if (!page.has_more || fresh.length < page.threads.length || last === undefined) return found;
      before = last;
    }
  }
}

const archivedAt = (thread: APIThreadChannel): number =>
  Date.parse(thread.thread_metadata?.archive_timestamp ?? '');

interface Page {
  readonly threads: readonly APIThreadChannel[];
  readonly has_more?: boolean;
}
