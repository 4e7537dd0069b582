import type { PostButton } from '../posting/post-buttons.ts';
import type { Message, Location } from '../intake/message.ts';

/** A channel, or one of its threads. */
export interface HistoryLocation {
  readonly channelId: string;
  readonly threadId: string | null;
}

export interface MessageRef extends HistoryLocation {
  readonly messageId: string;
}

/** Extras of a post beside its text. */
export interface PostExtras {
  /** Shown in one row below the text; at most five. */
  readonly buttons?: readonly PostButton[];
  /** The one role that the text may ping; the text names it by `roleMention`. */
  readonly pingRoleId?: string;
  /** Likewise the one person, by `userMention`. */
  readonly pingUserId?: string;
}

export const historyPageSize = 100;

/** Where something is posted: into a thread, or into a channel as a reply. */
export interface PostTarget extends HistoryLocation {
  readonly replyToMessageId: string | null;
}

/** A chat platform, seen from the steps. Failures are `PortError`s. */
export interface Chat {
  /** The message in its present form, or null if it was deleted. */
  fetchMessage(ref: MessageRef): Promise<Message | null>;
  /** The whole thread, oldest first, including the message of the parent channel that it started from. */
  fetchThread(
    location: Pick<Location, 'guildId' | 'channelId'> & { readonly threadId: string },
  ): Promise<readonly Message[]>;
  /** Up to `before` messages before and `after` messages after one, with the message itself, oldest first. */
  fetchAround(
    ref: MessageRef & { readonly before: number; readonly after: number },
  ): Promise<readonly Message[]>;
  /** Opens the thread of a message, or finds the existing one. The thread's id is the message's id. */
  openThread(
    ref: MessageRef & { readonly title: string },
  ): Promise<{ readonly threadId: string; readonly isNew: boolean }>;
  /** Shows for ten seconds that Steward is typing there. */
  showTyping(location: HistoryLocation): Promise<void>;
  /** Posts once per nonce (at most 25 characters) within some minutes. Pings only whom `pingRoleId` and `pingUserId` name. */
  post(
    post: PostTarget & PostExtras & { readonly text: string; readonly nonce: string },
  ): Promise<{ readonly messageId: string }>;
  /** Edits a message of Steward's own, and its buttons if given. Returns false if it is gone. The text pings nobody. */
  editPost(edit: MessageRef & Pick<PostExtras, 'buttons'> & { readonly text: string }): Promise<boolean>;
  /** Deletes a message of Steward's own. Does nothing if it is already gone. */
  removePost(ref: MessageRef): Promise<void>;
  /**
   * Removes a thread that Steward opened, with everything in it, or closes it if Steward may not delete it. Does
   * nothing if the thread is gone or somebody else opened it.
   */
  removeThread(ref: { readonly channelId: string; readonly threadId: string }): Promise<void>;
  /** What Steward wrote there after a message, oldest first. A later attempt uses it to find what an earlier one posted. */
  ownMessagesAfter(
    location: HistoryLocation & { readonly afterMessageId: string },
  ): Promise<readonly { readonly messageId: string; readonly text: string }[]>;

  /** The channel and its threads, closed ones included, that may hold messages since then (RFC 3339). */
  locationsSince(request: {
    readonly channelId: string;
    readonly since: string;
  }): Promise<readonly HistoryLocation[]>;
  /** Up to `historyPageSize` messages after an id, oldest first. Fewer than that means that no more follow. */
  messagesAfter(location: HistoryLocation & { readonly afterMessageId: string }): Promise<readonly Message[]>;

  /* What a platform without reactions and commands ignores. */

  /** Returns the mention of a role, for the text of a post. */
  roleMention(roleId: string): string;
  /** Returns the mention of a person. */
  userMention(userId: string): string;
  /** Adds Steward's reaction, once. Does nothing if the message is gone or its author has blocked Steward. */
  react(reaction: MessageRef & { readonly emoji: string }): Promise<void>;
  /** Sends the answer to a command, which only the person who gave it sees. Repeating it shows the answer once. */
  respond(response: {
    readonly token: string;
    readonly parts: readonly string[];
    readonly buttons?: readonly PostButton[];
  }): Promise<void>;
}
