import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { Message } from '../../domain/intake/message.ts';
import { type Snapshot, snapshotOfPair } from '../../domain/intake/snapshot.ts';
import { entriesOf } from '../intake/as-team-saw.ts';
import type { LibraryDeps } from '../deps.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { captureMasks, withOwnTurns } from '../../domain/team/form-pair.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import type { QaId } from '../../domain/values/qa-id.ts';

/**
 * A snapshot with the team's edits, the deletions and the erasures that were made since: a capture may have waited days for its
 * model. A member's later edit is not what the team answered, and what they delete stays in a pair that was learned with it.
 */
export async function currentSnapshot(
  { records, library }: Pick<LibraryDeps, 'records' | 'library'>,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const ids = [...snapshot.history, ...snapshot.batch].map(({ id }) => id);
  const since = await library.erasedSince();
  const newest = new Map((await records.messages(ids)).map((message) => [message.id, message]));
  const deleted = new Set(await records.deletedMessages(ids));
  const entries = deleted.size > 0 ? await entriesOf({ library }, snapshot.conversationId) : [];
  const learned = new Set(entries.flatMap(({ messageIds }) => messageIds));
  const current = (messages: readonly Message[]) =>
    withoutErased(since, messages)
      .filter(({ id, author }) => !deleted.has(id) || (author.kind === 'community_user' && learned.has(id)))
      .map((message) => {
        const storedMessage = newest.get(message.id);
        const isOfTeam =
          message.author.kind === 'team_member' && storedMessage?.author.kind === 'team_member';
        const isNewer = isOfTeam && (storedMessage.editedAt ?? '') > (message.editedAt ?? '');
        return isNewer ? { ...message, text: storedMessage.text, editedAt: storedMessage.editedAt } : message;
      });
  return { ...snapshot, history: current(snapshot.history), batch: current(snapshot.batch) };
}

/**
 * What models see of a pair with Steward's own turns, while the snapshot of its conversation is kept. Null if there are
 * none. These turns are not stored.
 */
export async function shownWithOwnTurns(
  deps: LibraryDeps,
  qaId: QaId,
  sectionsWith: (pair: string) => readonly PromptSection[],
): Promise<readonly PromptSection[] | null> {
  const { records, library, config } = deps;
  const entry = await library.rawEntry(qaId);
  const pairSnapshot = await snapshotOfPair(records, qaId);
  const { history, batch } = pairSnapshot
    ? await currentSnapshot(deps, pairSnapshot)
    : { history: [], batch: [] };
  const mask = captureMasks[config.kb.capture_mask];
  const spoken = entry && withOwnTurns(entry, { messages: [...history, ...batch], mask });
  return spoken && sectionsWith(formatTopic([spoken]));
}
