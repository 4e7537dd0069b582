import type { Message } from '../../domain/intake/message.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { openCommunityDatabase } from './community-database.ts';
import { communityRows } from './community-rows.ts';
import { communityWriter } from './place-message.ts';
import { terminalChat } from './terminal-chat.ts';
import { type Members, terminalMembers } from './terminal-members.ts';
import { watchPosts } from './watch-posts.ts';

/** A small chat community in one file: Steward's side (`Chat`) and the people's. */
export interface Community extends Chat, Members {
  readonly guildId: string;
  /** Every post of Steward's from now on, by whichever process. Call what comes back to stop. */
  onPost(listener: (post: Message) => void): () => void;
  /** Null: no such thread. */
  threadTitle(threadId: string): string | null;
  /** Ends the listening, too. */
  close(): void;
}

/**
 * Opens the file, or makes it with the folders that it stands in. Several processes may have it open; what a
 * call has returned from survives the death of any. A file that is not a community throws a final
 * `PortError`.
 */
export function openCommunity({
  path,
  guildId = 'demo',
  now,
  teamMemberIds = [],
}: {
  readonly path: string;
  readonly guildId?: string;
  readonly now: () => Date;
  /** Team members in whatever role they speak. */
  readonly teamMemberIds?: readonly string[];
}): Community {
  const database = openCommunityDatabase({ path, now });
  const rows = communityRows(database, guildId);
  const place = communityWriter(database, now);
  const stops = new Set<() => void>();
  return {
    guildId,
    ...terminalChat({ database, rows, place }),
    ...terminalMembers({ database, rows, place, teamMemberIds: new Set(teamMemberIds) }),
    onPost(listener) {
      const stop = watchPosts(rows, listener);
      stops.add(stop);
      return () => {
        if (stops.delete(stop)) stop();
      };
    },
    threadTitle: (threadId) => rows.thread(threadId)?.title ?? null,
    close() {
      for (const stop of stops) stop();
      stops.clear();
      database.close();
    },
  };
}
