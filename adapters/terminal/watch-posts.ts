import type { Message } from '../../domain/intake/message.ts';
import type { CommunityRows } from './community-rows.ts';

const pollMilliseconds = 50;

/**
 * Calls `listener` once for each of Steward's posts from now on, in their order, whichever process makes
 * them. The function that comes back looks one last time and stops. Does not keep the process alive.
 */
export function watchPosts(rows: CommunityRows, listener: (post: Message) => void): () => void {
  let seen = rows.lastSeq();
  const look = () => {
    for (const { seq, message } of rows.postsAfterSeq(seen)) {
      seen = seq;
      listener(message);
    }
  };
  const timer = setInterval(look, pollMilliseconds).unref();
  return () => {
    clearInterval(timer);
    look();
  };
}
