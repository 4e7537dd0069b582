import type { ProjectProfileDraft } from '../reply/project-profile.ts';
import type { Author, Message, Location } from './message.ts';
import { isAskedDirectly, type Route } from './routing.ts';
import type { QaId } from '../values/qa-id.ts';

/**
 * A batch and its context, fetched once and kept in the records store under `id`, so that workflow histories carry
 * the id alone and every retry sees the same conversation.
 */
export interface Snapshot {
  /** The id of the batch's last message; of a conversation that is captured again, a name of its own. */
  readonly id: string;
  readonly route: Exclude<Route, 'ignore'>;
  readonly location: Location;
  /** Who wrote the batch. */
  readonly author: Author;
  /** The batch mentions Steward or replies to it: the member always gets an answer. */
  readonly askedDirectly: boolean;
  /** Oldest first. */
  readonly batch: readonly Message[];
  /** What came before the batch in its thread or reply chain, oldest first. */
  readonly history: readonly Message[];
  /** What others wrote in the channel just before a question. Seen by the gate alone. */
  readonly others: readonly Message[];
  /** `thread_<thread id>`, or `reply_<id of the first message of the oldest group in the chain>`. */
  readonly conversationId: string;
  /** The question's message id whose answer by Steward a team member corrects, else null. */
  readonly correctsAnswerTo: string | null;
  /**
   * The question was edited after it was answered: the `messageId` of the row whose answer this one replaces. What
   * limits new answers (cooldowns, an answer that is there already) does not hold then.
   */
  readonly revises?: string;
  /** A conversation that was captured before and has changed since: the entries that a new one takes the place of. */
  readonly replaces?: readonly QaId[];
  /** The team confirms what is captured from it first. */
  readonly asksTeam?: true;
  /** The team has said yes, and the capture failed after it: it is not asked again. */
  readonly teamConfirmed?: true;
  /** Counts over the profile of the config, for this question alone. */
  readonly projectProfile?: ProjectProfileDraft;
}

/** A conversation that was gathered. Who wrote it and where follows from its batch. */
export function newSnapshot({
  batch,
  ...rest
}: Pick<Snapshot, 'id' | 'route' | 'conversationId'> &
  Partial<Snapshot> & { readonly batch: readonly [Message, ...Message[]] }): Snapshot {
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

/** What the run of a snapshot receives: ids, and the link to the conversation. */
export interface RoutedBatch extends Pick<
  Snapshot,
  'route' | 'conversationId' | 'askedDirectly' | 'asksTeam'
> {
  readonly snapshotId: string;
  readonly guildId: string;
  readonly channelId: string;
  /** Of the batch. */
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

export const isImage = ({ contentType }: { readonly contentType: string | null }): boolean =>
  contentType?.startsWith('image/') ?? false;

const ttlHours = 24 * 30;

/** Until when a snapshot that is made now is kept. */
export const snapshotExpiry = (now: Date): Date => new Date(now.getTime() + ttlHours * 3_600_000);
