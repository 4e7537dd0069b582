import type { Attachment, Author } from '../../domain/message.ts';
import type { CommunityDatabase } from './community-database.ts';
import type { PlaceRef } from './community-rows.ts';

export interface NewMessage extends PlaceRef {
  readonly author: Author;
  readonly text: string;
  readonly replyToId: string | null;
  readonly attachments: readonly Omit<Attachment, 'id'>[];
  readonly nonce: string | null;
}

export interface NewThread {
  readonly channelId: string;
  readonly starterId: string | null;
  readonly title: string;
  readonly openedBySteward: boolean;
  readonly ownerId: string;
}

/** The two writes that members and Steward share. Both within `change` only; both return the new id. */
export interface Placing {
  message(message: NewMessage): string;
  /** As on Discord, a thread on a message has the message's id. */
  thread(thread: NewThread): string;
}

export function placing(database: CommunityDatabase): Placing {
  const insertMessage = database.db.prepare(
    `INSERT INTO messages (id, channel_id, thread_id, author_id, author_name, author_kind, text, reply_to_id,
       attachments, nonce)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertThread = database.db.prepare('INSERT INTO threads VALUES (?, ?, ?, ?, ?, ?)');
  return {
    message({ channelId, threadId, author, text, replyToId, attachments, nonce }) {
      const id = database.newId();
      const kept: readonly Attachment[] = attachments.map((attachment) => ({
        id: database.newId(),
        ...attachment,
      }));
      insertMessage.run(
        id,
        channelId,
        threadId,
        author.id,
        author.name,
        author.kind,
        text,
        replyToId,
        JSON.stringify(kept),
        nonce,
      );
      return id;
    },
    thread({ channelId, starterId, title, openedBySteward, ownerId }) {
      const id = starterId ?? database.newId();
      insertThread.run(id, channelId, starterId, title, openedBySteward ? 1 : 0, ownerId);
      return id;
    },
  };
}
