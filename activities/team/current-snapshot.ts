import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { LibraryDeps } from '../deps.ts';

/**
 * A snapshot with the edits, deletions and erasures that were made since. A capture may have waited days for its model.
 */
export async function currentSnapshot(
  { records, library }: Pick<LibraryDeps, 'records' | 'library'>,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const ids = [...snapshot.history, ...snapshot.batch].map(({ id }) => id);
  const since = await library.erasedSince();
  const newest = new Map((await records.messages(ids)).map((message) => [message.id, message]));
  const deleted = new Set(await records.deletedMessages(ids));
  const current = (messages: readonly Message[]) =>
    withoutErased(since, messages)
      .filter(({ id }) => !deleted.has(id))
      .map((message) => {
        const kept = newest.get(message.id);
        const isNewer = kept && (kept.editedAt ?? '') > (message.editedAt ?? '');
        return isNewer ? { ...message, text: kept.text, editedAt: kept.editedAt } : message;
      });
  return { ...snapshot, history: current(snapshot.history), batch: current(snapshot.batch) };
}
