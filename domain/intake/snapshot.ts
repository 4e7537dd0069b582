import type { Author, Message, Location, Batch } from './message.ts';
import { isAskedDirectly, type Route } from './routing.ts';
import type { QaId } from '../values/qa-id.ts';

/**
 * A batch and its context, fetched once and saved in the records store under `id`. Workflow histories thus carry only the
 * id, and every retry sees the same conversation.
 */
export interface Snapshot {
  /** The id of the batch's last message; a conversation that is captured again has an id of its own. */
  readonly id: string;
  readonly route: Exclude<Route, 'ignore'>;
  readonly location: Location;
  /** The author of the batch. */
  readonly author: Author;
  /** The batch mentions Steward or replies to it, so the member always gets an answer. */
  readonly askedDirectly: boolean;
  /** Oldest first. */
  readonly batch: readonly Message[];
  /** Earlier messages of the thread or reply chain, oldest first. */
  readonly history: readonly Message[];
  /** What others wrote in the channel just before a question; only for the gate. */
  readonly others: readonly Message[];
  /** `thread_<thread id>`, or `reply_<id of the first message of the oldest group in the chain>`. */
  readonly conversationId: string;
  /** If a team member corrects Steward's answer: the message id of its question, otherwise null. */
  readonly correctsAnswerTo: string | null;
  /**
   * Set if the question was edited after it was answered: the `messageId` of the row whose answer is replaced. Limits on
   * new answers (cooldowns, an existing answer) then do not apply.
   */
  readonly revises?: string;
  /** The former entries of a captured conversation that has changed since; the new entry replaces them. */
  readonly replaces?: readonly QaId[];
  /** The team has to confirm the pair before it is captured. */
  readonly asksTeam?: true;
  /** Members' messages that were edited after the team had answered them, if nothing shows what they were. */
  readonly changedIds?: readonly string[];
  /** Passages of the documents that answer a question of an evaluation: the trace says which prompts hold them. */
  readonly passages?: readonly string[];
  /** The team has confirmed, but the capture failed afterwards: it is not asked again. */
  readonly teamConfirmed?: true;
}

/** A snapshot with defaults. Author and location are those of the batch. */
export function newSnapshot({
  batch,
  ...rest
}: Pick<Snapshot, 'id' | 'route' | 'conversationId'> &
  Partial<Snapshot> & { readonly batch: Batch }): Snapshot {
  const [{ location, author }] = batch;
  return {
    location,
    author,
    askedDirectly: rest.route === 'reply' && isAskedDirectly(batch),
    batch,
    history: [],
    others: [],
    correctsAnswerTo: null,
    ...rest,
  };
}

/** The input of a snapshot's run: ids, and the link to the conversation. */
export interface RoutedBatch extends Pick<
  Snapshot,
  'route' | 'conversationId' | 'askedDirectly' | 'asksTeam'
> {
  readonly snapshotId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly messageIds: readonly string[];
  readonly link: string;
}

export const routedBatchOf = ({
  id,
  route,
  location,
  batch,
  conversationId,
  askedDirectly,
  asksTeam,
}: Snapshot): RoutedBatch => ({
  ...(asksTeam && { asksTeam }),
  snapshotId: id,
  route,
  guildId: location.guildId,
  channelId: location.channelId,
  conversationId,
  askedDirectly,
  messageIds: batch.map((message) => message.id),
  link: batch.at(-1)?.link ?? '',
});

interface SnapshotsOfPairs {
  pairOrigin(qaId: QaId): Promise<{ readonly snapshotId: string | null }>;
  snapshot(id: string): Promise<Snapshot | null>;
}

/** The snapshot that a pair was captured from, while it is kept. */
export async function snapshotOfPair(records: SnapshotsOfPairs, qaId: QaId): Promise<Snapshot | null> {
  const { snapshotId } = await records.pairOrigin(qaId);
  return snapshotId === null ? null : records.snapshot(snapshotId);
}

/** Whether every message of a question is deleted. */
export async function isWhollyDeleted(
  records: { readonly deletedMessages: (ids: readonly string[]) => Promise<readonly string[]> },
  { batch }: Snapshot,
): Promise<boolean> {
  return (await records.deletedMessages(batch.map(({ id }) => id))).length === batch.length;
}

/** A snapshot is kept for 30 days. */
export const snapshotExpiry = (now: Date): Date => new Date(now.getTime() + 30 * 86_400_000);

/** All messages of a snapshot. */
export const messagesIn = ({ batch, history, others }: Snapshot): readonly Message[] => [
  ...batch,
  ...history,
  ...others,
];
