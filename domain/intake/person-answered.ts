import { compareIds, type Message } from './message.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether any person but the asker has answered since by a reply to one of the question's messages. */
export function personAnswered({
  snapshot,
  since,
}: {
  readonly snapshot: Pick<Snapshot, 'batch' | 'author'>;
  readonly since: readonly Message[];
}): boolean {
  const asked = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ author, repliesTo }) =>
      (author.kind === 'team_member' || author.kind === 'community_user') &&
      author.id !== snapshot.author.id &&
      repliesTo !== null &&
      asked.has(repliesTo.messageId),
  );
}

/**
 * Whether a team member has answered a question since: in its thread, or by a reply to one of its messages.
 * `since` are the messages that came after it, in any order.
 */
export function teamAnswered({
  snapshot,
  since,
}: {
  readonly snapshot: Pick<Snapshot, 'batch' | 'id'>;
  readonly since: readonly Message[];
}): boolean {
  const asked = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ id, author, location, repliesTo }) =>
      author.kind === 'team_member' &&
      compareIds(id, snapshot.id) > 0 &&
      (location.thread !== null || (repliesTo !== null && asked.has(repliesTo.messageId))),
  );
}
