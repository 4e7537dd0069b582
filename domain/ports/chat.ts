import type { PostButton } from '../posting/answer-buttons.ts';
import type { Message, Location } from '../intake/message.ts';

/** A channel, or one of its threads. */
export interface HistoryLocation {
  readonly channelId: string;
  readonly threadId: string | null;
}

export interface MessageRef extends HistoryLocation {
  readonly messageId: string;
}

/** What stands below or beside the text of a post. */
export interface PostExtras {
  /** Below the text, in one row: at most five. */
  readonly buttons?: readonly PostButton[];
  /** The one role that the text may ping; the text names it by `roleMention`. */
  readonly pingRoleId?: string;
}

/** What a platform with reactions and commands can do, beside reading and posting. Elsewhere it has no effect. */
export interface ChatSurface {
  /** How a post names a role. */
  roleMention(roleId: string): string;
  /** Sets a reaction of Steward's own; repeating it changes nothing. A message that is gone is fine, and so is an author who has blocked Steward. */
  react(reaction: MessageRef & { readonly emoji: string }): Promise<void>;
  /** Fills the answer to a command, seen by the person who gave it. Repeating it shows the answer once. */
  respond(response: {
    readonly token: string;
    readonly parts: readonly string[];
    readonly buttons?: readonly PostButton[];
  }): Promise<void>;
}

/** Reading what was said long ago. Failures are `PortError`s. */
export interface ChatHistory {
  /** A channel and its threads, closed ones too, in which something may have been said since then (RFC 3339). */
  locationsSince(request: {
    readonly channelId: string;
    readonly since: string;
  }): Promise<readonly HistoryLocation[]>;
  /** Up to 100 messages after an id, oldest first. Fewer: these are the last ones. */
  messagesAfter(location: HistoryLocation & { readonly afterMessageId: string }): Promise<readonly Message[]>;
}

export const historyPageSize = 100;

/** Where something is posted: into a thread, or into a channel as a reply. */
export interface PostTarget extends HistoryLocation {
  readonly replyToMessageId: string | null;
}

/** A chat platform, seen from the steps. Failures are `PortError`s. */
export interface Chat extends ChatSurface, ChatHistory {
  /** The message as it is now, or null when it was deleted. */
  fetchMessage(ref: MessageRef): Promise<Message | null>;
  /** The whole thread, oldest first, with the message of the parent channel that it hangs on. */
  fetchThread(
    location: Pick<Location, 'guildId' | 'channelId'> & { readonly threadId: string },
  ): Promise<readonly Message[]>;
  /** Up to `before` and `after` messages around one, itself included, oldest first. */
  fetchAround(
    ref: MessageRef & { readonly before: number; readonly after: number },
  ): Promise<readonly Message[]>;
  /** Opens the thread of a message, or finds the one that exists. It has the message's id. */
  openThread(
    ref: MessageRef & { readonly title: string },
  ): Promise<{ readonly threadId: string; readonly isNew: boolean }>;
  /**
   * Posts once per nonce within some minutes. A nonce has at most 25 characters. Nothing in `text` pings anyone but the
   * role that `pingRoleId` names.
   */
  post(
    post: PostTarget & PostExtras & { readonly text: string; readonly nonce: string },
  ): Promise<{ readonly messageId: string }>;
  /**
   * Changes the text of a message of Steward's own, and its buttons if given. False when it is gone. Nothing in
   * `text` pings anyone.
   */
  editPost(edit: MessageRef & Pick<PostExtras, 'buttons'> & { readonly text: string }): Promise<boolean>;
  /** Deletes a message of Steward's own. One that is gone already is fine. */
  removePost(ref: MessageRef): Promise<void>;
  /**
   * Takes away a thread that Steward opened, with everything in it. Where Steward may not, the thread is closed and
   * stays. One that is gone already is fine; one that somebody else opened stays as it is.
   */
  removeThread(ref: { readonly channelId: string; readonly threadId: string }): Promise<void>;
  /** What Steward itself wrote there after a message, oldest first: how a later attempt finds what an earlier one did. */
  ownMessagesAfter(
    location: HistoryLocation & { readonly afterMessageId: string },
  ): Promise<readonly { readonly messageId: string; readonly text: string }[]>;
}
