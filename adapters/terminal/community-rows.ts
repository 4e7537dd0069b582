import type { Message } from '../../domain/intake/message.ts';
import type { CommunityDatabase } from './community-database.ts';
import { type CommunityThread, messageColumns, readMessage, readThread, type Row } from './message-row.ts';

/** Reading messages and threads out of the community's file. */
export interface CommunityRows {
  message(id: string): Message | null;
  /** Oldest first. `threadId` null: the channel itself. */
  messagesOf(location: PlaceRef): readonly Message[];
  /** The nearest `limit` messages of a place with smaller or greater ids, oldest first. */
  messagesBeside(query: PlaceRef & Beside): readonly Message[];
  /** By this author in the channel and its threads, or in one thread, not older than `notBeforeId`. */
  lastMessageBy(
    query: PlaceRef & { readonly authorId: string; readonly notBeforeId: string },
  ): Message | null;
  thread(id: string): CommunityThread | null;
  threadOnMessage(messageId: string): CommunityThread | null;
  threadsIn(channelId: string): readonly CommunityThread[];
  /** Of a post, whether it was deleted since or not. */
  idOfNonce(nonce: string): string | null;
  lastSeq(): number;
  postsAfterSeq(seq: number): readonly { readonly seq: number; readonly message: Message }[];
}

export interface PlaceRef {
  readonly channelId: string;
  readonly threadId: string | null;
}

interface Beside {
  readonly messageId: string;
  readonly side: 'before' | 'after';
  /** Null: all. */
  readonly limit: number | null;
}

export function communityRows({ db }: CommunityDatabase, guildId: string): CommunityRows {
  const inPlace = `${messageColumns} AND m.channel_id = ? AND m.thread_id IS ?`;
  const byId = db.prepare(`${messageColumns} AND m.id = ?`);
  const ofPlace = db.prepare(`${inPlace} ORDER BY m.seq`);
  const before = db.prepare(
    `${inPlace} AND (length(m.id), m.id) < (length(?), ?) ORDER BY m.seq DESC LIMIT ?`,
  );
  const after = db.prepare(`${inPlace} AND (length(m.id), m.id) > (length(?), ?) ORDER BY m.seq LIMIT ?`);
  const byAuthor = db.prepare(
    `${messageColumns} AND m.channel_id = ? AND (? IS NULL OR m.thread_id = ?) AND m.author_id = ?
     AND (length(m.id), m.id) >= (length(?), ?) ORDER BY m.seq DESC LIMIT 1`,
  );
  const posts = db.prepare(`${messageColumns} AND m.seq > ? AND m.author_kind = 'steward' ORDER BY m.seq`);
  const threadById = db.prepare('SELECT * FROM threads WHERE id = ?');
  const threadByStarter = db.prepare('SELECT * FROM threads WHERE starter_id = ?');
  const threadsByChannel = db.prepare('SELECT * FROM threads WHERE channel_id = ? ORDER BY length(id), id');
  const byNonce = db.prepare('SELECT id FROM messages WHERE nonce = ?');
  const last = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM messages');

  const toMessage = (row: Row) => readMessage(row, guildId);
  const one = (row: Row | undefined) => (row ? toMessage(row) : null);
  const oneThread = (row: Row | undefined) => (row ? readThread(row) : null);
  return {
    message: (id) => one(byId.get(id)),
    messagesOf: ({ channelId, threadId }) => ofPlace.all(channelId, threadId).map(toMessage),
    messagesBeside({ channelId, threadId, messageId, side, limit }) {
      const statement = side === 'before' ? before : after;
      const rows = statement.all(channelId, threadId, messageId, messageId, limit ?? -1);
      return (side === 'before' ? rows.toReversed() : rows).map(toMessage);
    },
    lastMessageBy: ({ channelId, threadId, authorId, notBeforeId }) =>
      one(byAuthor.get(channelId, threadId, threadId, authorId, notBeforeId, notBeforeId)),
    thread: (id) => oneThread(threadById.get(id)),
    threadOnMessage: (messageId) => oneThread(threadByStarter.get(messageId)),
    threadsIn: (channelId) => threadsByChannel.all(channelId).map(readThread),
    idOfNonce(nonce) {
      const id = byNonce.get(nonce)?.['id'];
      return typeof id === 'string' ? id : null;
    },
    lastSeq: () => Number(last.get()?.['seq']),
    postsAfterSeq: (seq) =>
      posts.all(seq).map((row) => ({ seq: Number(row['seq']), message: toMessage(row) })),
  };
}
