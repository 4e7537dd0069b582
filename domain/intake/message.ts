/**
 * A message as chat adapters deliver it. Ids are snowflakes: decimal strings that grow with time, so sorting by id sorts
 * by time. The text is data, never a path, a field or an instruction.
 */

/** `steward` is this bot, `bot` any other bot or webhook. */
export type AuthorKind = 'steward' | 'bot' | 'team_member' | 'community_user';

export interface Author {
  readonly id: string;
  readonly kind: AuthorKind;
  readonly name: string;
}

export interface ThreadLocation {
  readonly id: string;
  readonly openedBySteward: boolean;
  /** The author of the message that the thread started from, or of the forum post. */
  readonly ownerId: string;
  readonly inForum: boolean;
}

export interface Location {
  readonly guildId: string;
  /** The channel, or the parent channel of the thread. */
  readonly channelId: string;
  readonly thread: ThreadLocation | null;
  /** If false, @everyone cannot read here, and nothing may be linked from elsewhere. */
  readonly readableByEveryone: boolean;
}

export interface Attachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly url: string;
}

/** Without an author, the message is gone or was never read: the reply answers somebody, but nobody can tell whom. */
export interface RepliedTo {
  readonly messageId: string;
  readonly authorId: string | null;
  readonly authorKind: AuthorKind | null;
}

export interface Message {
  readonly id: string;
  readonly location: Location;
  readonly author: Author;
  readonly text: string;
  /** RFC 3339, UTC, `Z`. */
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly repliesTo: RepliedTo | null;
  readonly mentionsSteward: boolean;
  /** A notice such as "thread created" or "pinned", never a question. */
  readonly isSystem: boolean;
  readonly attachments: readonly Attachment[];
  /** The address that opens the message. */
  readonly link: string;
  /** The message was typed into a form and does not exist on Discord. */
  readonly typedInForm?: true;
}

/** Messages that are handled together, oldest first. There is always one. */
export type Batch = readonly [Message, ...Message[]];

/** The address that opens a Discord message. */
export const discordLink = ({
  guildId,
  locationId: channelOrThreadId,
  messageId,
}: {
  readonly guildId: string;
  readonly locationId: string;
  readonly messageId: string;
}): string => ['https://discord.com/channels', guildId, channelOrThreadId, messageId].join('/');

/** The thread's id, or the channel's if there is no thread. */
export const locationId = ({ channelId, thread }: Location): string => thread?.id ?? channelId;

/** The reference by which the platform finds a message. */
export const refOf = ({ id, location: { channelId, thread } }: Pick<Message, 'id' | 'location'>) => ({
  channelId,
  threadId: thread?.id ?? null,
  messageId: id,
});

/** Snowflakes exceed 2^53, so they are compared as text: a shorter one is smaller. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Oldest first, without duplicates. Of messages with the same id the last one is kept. */
export function mergeById(messages: readonly Message[]): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}
