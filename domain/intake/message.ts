/**
 * A message as every chat adapter hands it over. Ids are snowflakes: decimal strings that grow with time, so that
 * sorting by id is sorting by time. Text is what a person wrote: data, never a path, a field or an instruction.
 */

/** `steward` is this bot itself, `bot` any other bot or webhook. */
export type AuthorKind = 'steward' | 'bot' | 'team_member' | 'community_user';

export interface Author {
  readonly id: string;
  readonly kind: AuthorKind;
  readonly name: string;
}

export interface ThreadLocation {
  readonly id: string;
  readonly openedBySteward: boolean;
  /** Who wrote the message that the thread hangs on, or opened the forum post. */
  readonly ownerId: string;
  readonly inForum: boolean;
}

export interface Location {
  readonly guildId: string;
  /** The channel, or the channel that the thread belongs to. */
  readonly channelId: string;
  readonly thread: ThreadLocation | null;
  /** False where @everyone cannot read: nothing said there may be linked elsewhere. */
  readonly readableByEveryone: boolean;
  /** What the guild says of itself, in ISO 639-3; absent where it says nothing. */
  readonly guildLanguage?: string;
}

export interface Attachment {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly url: string;
}

export interface RepliedTo {
  readonly messageId: string;
  readonly authorId: string;
  readonly authorKind: AuthorKind;
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
  /** Thread created, pinned, renamed: never a question. */
  readonly isSystem: boolean;
  readonly attachments: readonly Attachment[];
  /** Where a person opens the message. */
  readonly link: string;
  /** Typed into a form: it stands nowhere on the platform. */
  readonly typedInForm?: true;
}

/** Where a person opens a message of Discord. */
export const discordLink = ({
  guildId,
  locationId: channelOrThreadId,
  messageId,
}: {
  readonly guildId: string;
  readonly locationId: string;
  readonly messageId: string;
}): string => ['https://discord.com/channels', guildId, channelOrThreadId, messageId].join('/');

/** The id of the thread when there is one, else of the channel. */
export const locationId = ({ channelId, thread }: Location): string => thread?.id ?? channelId;

/** Where a message stands, for who asks the platform for it. */
export const refOf = ({ id, location: { channelId, thread } }: Pick<Message, 'id' | 'location'>) => ({
  channelId,
  threadId: thread?.id ?? null,
  messageId: id,
});

/** Snowflakes exceed 2^53, so they are compared as text: shorter is smaller. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Oldest first, one of each id. Where an id comes twice, the later entry of the input counts. */
export function mergeById(messages: readonly Message[]): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}
