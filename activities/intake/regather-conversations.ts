import { withoutErased } from '../../domain/team/erasures-file.ts';
import { compareIds, refOf, type Message } from '../../domain/intake/message.ts';
import { personForgotten } from '../../domain/ports/errors.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { routedBatchOf, type RoutedBatch, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { newestSnapshot } from './as-team-saw.ts';

/**
 * Every captured conversation that holds a message, with what the team says in it now, as a snapshot to capture again.
 * A conversation that has not changed leads to none. Runs at least once: the same name makes the same snapshots.
 */
export async function regatherConversations(
  deps: DiscordDeps,
  {
    messageId,
    name,
  }: {
    /** Of a team member's message that was edited or deleted. */
    readonly messageId: string;
    /** The name that the snapshots' ids derive from; retries have the same. */
    readonly name: string;
  },
): Promise<{ readonly batches: readonly RoutedBatch[] }> {
  const batches: RoutedBatch[] = [];
  const conversations = await conversationsWith(deps, messageId);
  for (const [at, entries] of conversations.entries()) {
    const newest = await newestSnapshot(deps, entries);
    if (!newest) {
      deps.log.warn({ message_id: messageId, qa_id: entries.at(-1)?.qaId }, 'conversation_no_longer_kept');
      continue;
    }
    // If the team has to confirm pairs, it has confirmed this one.
    const { asksTeam: _, ...now } = await asItIsNow(deps, newest);
    const snapshot: Snapshot = {
      ...now,
      id: `${name}.${at}`,
      replaces: entries.map(({ qaId }) => qaId),
    };
    if (!hasChanged(newest, snapshot)) continue;
    if (!(await deps.records.saveSnapshot(snapshot))) throw personForgotten();
    batches.push(routedBatchOf(snapshot));
  }
  deps.log.info({ message_id: messageId, conversations: batches.length }, 'captured_message_changed');
  return { batches };
}

/** Entries that count and hold the message, by conversation, each oldest first. */
async function conversationsWith(
  { library }: DiscordDeps,
  messageId: string,
): Promise<readonly (readonly RawEntry[])[]> {
  const retracted = await library.retracted();
  const holding = (await library.rawEntries()).filter(
    ({ qaId, messageIds }) => messageIds.includes(messageId) && !retracted.has(qaId),
  );
  return [...Map.groupBy(holding, ({ conversationId }) => conversationId).values()];
}

/** What the team says follows its edits and deletions; what members said stays as the team answered it. */
async function asItIsNow(deps: DiscordDeps, snapshot: Snapshot): Promise<Snapshot> {
  const since = await deps.library.erasedSince();
  const fetchEach = async (messages: readonly Message[]) => {
    const fetched: Message[] = [];
    for (const message of messages) {
      const isTeam = message.author.kind === 'team_member' && !message.typedInForm;
      const now = isTeam ? await deps.chat.fetchMessage(refOf(message)) : message;
      // Who has left the team since, or never was in it, said this for the team.
      if (now) fetched.push(now.author.kind === 'team_member' ? now : message);
    }
    return withoutErased(since, fetched);
  };
  const history = await fetchEach(snapshot.history);
  const batch = await fetchEach(snapshot.batch);
  if (batch.length > 0) return { ...snapshot, history, batch };
  const last = history.toSorted((a, b) => compareIds(a.id, b.id)).at(-1);
  return { ...snapshot, history: history.filter((message) => message !== last), batch: last ? [last] : [] };
}

const hasChanged = (before: Snapshot, after: Snapshot): boolean => contentOf(before) !== contentOf(after);

const contentOf = ({ history, batch }: Snapshot): string =>
  JSON.stringify(
    [...history, ...batch].map(({ id, text, attachments }) => [id, text, attachments.map((one) => one.id)]),
  );
