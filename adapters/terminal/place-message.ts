import type { Attachment, Author } from '../../domain/intake/message.ts';
import type { CommunityDatabase } from './community-database.ts';
import type { PlaceRef } from './community-rows.ts';

interface NewCommunityMessage extends PlaceRef {
  readonly author: Author;
  readonly text: string;
  readonly replyToId: string | null;
  readonly attachments: readonly Omit<Attachment, 'id'>[];
  readonly nonce: string | null;
}

interface NewThread {
  readonly channelId: string;
  readonly starterId: string | null;
  readonly title: string;
  readonly openedBySteward: boolean;
  readonly ownerId: string;
}

/** The writes that members and Steward share. All within `change` only. */
export interface CommunityWriter {
  /** The new id. */
  message(message: NewCommunityMessage): string;
  /** The new id: as on Discord, a thread on a message has the message's id. */
  thread(thread: NewThread): string;
  /** False when the message is gone. */
  edit(edited: { readonly messageId: string; readonly text: string }): boolean;
  /** Its words leave the file. False when it was gone. */
  remove(messageId: string): boolean;
  /** With all that was said in it. */
  removeThread(threadId: string): void;
}

export function communityWriter(database: CommunityDatabase, now: () => Date): CommunityWriter {
  const insertMessage = database.db.prepare(
    `INSERT INTO messages (id, channel_id, thread_id, author_id, author_name, author_kind, text, reply_to_id,
       attachments, nonce)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setText = database.db.prepare(
    'UPDATE messages SET text = ?, edited_at = ? WHERE id = ? AND deleted = 0',
  );
  const forget = database.db.prepare(
    "UPDATE messages SET deleted = 1, text = '', attachments = '[]' WHERE id = ? AND deleted = 0",
  );
  const inThread = database.db.prepare('SELECT id FROM messages WHERE thread_id = ?');
  const deleteThread = database.db.prepare('DELETE FROM threads WHERE id = ?');
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
    edit: ({ messageId, text }) => setText.run(text, now().toISOString(), messageId).changes === 1,
    remove: (messageId) => forget.run(messageId).changes === 1,
    removeThread(threadId) {
      for (const { id } of inThread.all(threadId)) forget.run(id ?? null);
      deleteThread.run(threadId);
    },
  };
}
