import type { Message } from '../intake/message.ts';

/** A channel, or one of its threads. */
export interface HistoryPlace {
  readonly channelId: string;
  readonly threadId: string | null;
}

/** Reading what was said long ago. Failures are `PortError`s. */
export interface ChatHistory {
  /** A channel and its threads, closed ones too, in which something may have been said since then (RFC 3339). */
  placesSince(request: {
    readonly channelId: string;
    readonly since: string;
  }): Promise<readonly HistoryPlace[]>;
  /** Up to 100 messages after an id, oldest first. Fewer: these are the last ones. */
  messagesAfter(place: HistoryPlace & { readonly afterMessageId: string }): Promise<readonly Message[]>;
}

export const historyPageSize = 100;
