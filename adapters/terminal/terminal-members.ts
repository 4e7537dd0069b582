import type { Attachment, Message } from '../../domain/intake/message.ts';
import type { CommunityDatabase } from './community-database.ts';
import type { CommunityRows } from './community-rows.ts';
import type { CommunityThread } from './message-row.ts';
import { channelNameExpected, isChannelName, maxSayingChars, maxThreadTitleChars } from './names.ts';
import type { CommunityWriter } from './place-message.ts';

export type Role = 'member' | 'team';

export interface Member {
  readonly id: string;
  readonly name: string;
}

export interface MemberMessage {
  readonly author: Member & { readonly role: Role };
  readonly channel: string;
  /** A thread's id. A reply stands where the message that it replies to stands. */
  readonly thread?: string | null;
  /** A message's id. */
  readonly replyTo?: string | null;
  readonly text: string;
  readonly attachments?: readonly Omit<Attachment, 'id'>[];
}

/** What the people in the terminal do. Everything returned from is kept. */
export interface Members {
  /** The member of that name, in whatever case it is written. */
  member(name: string): Member;
  /** Throws a `RangeError` for a text, channel, thread or message that cannot be. */
  say(saying: MemberMessage): Message;
  /** The message as it is now, or null when there is none. */
  edit(edited: { readonly messageId: string; readonly text: string }): Message | null;
  /** False when there is none. Its words leave the file. */
  delete(messageId: string): boolean;
  messageFor(messageId: string): Message | null;
  /**
   * By an author in a channel with its threads, or in one thread, not older than the message `notBeforeId`.
   */
  lastMessageBy(query: {
    readonly authorId: string;
    readonly channel: string;
    readonly thread: string | null;
    readonly notBeforeId: string;
  }): Message | null;
  /**
   * The thread in which a message stands, else the one that hangs on it, else a new one on it. Null: no such
   * message.
   */
  threadOf(messageId: string): CommunityThread | null;
  /** A new thread that hangs on no message. */
  openNamedThread(thread: {
    readonly channel: string;
    readonly title: string;
    readonly openedBy: Member;
  }): CommunityThread;
  /** Oldest first. */
  threadsIn(channel: string): readonly CommunityThread[];
}

export function terminalMembers({
  database,
  rows,
  place,
  teamMemberIds,
}: {
  readonly database: CommunityDatabase;
  readonly rows: CommunityRows;
  readonly place: CommunityWriter;
  readonly teamMemberIds: ReadonlySet<string>;
}): Members {
  const { db } = database;
  const memberByKey = db.prepare('SELECT id, name FROM members WHERE name_key = ?');
  const insertMember = db.prepare('INSERT INTO members VALUES (?, ?, ?)');

  const written = (id: string): Message => {
    const message = rows.message(id);
    if (!message) throw new Error(`The message ${id} was just written and is not there.`);
    return message;
  };
  const opened = (id: string): CommunityThread => {
    const thread = rows.thread(id);
    if (!thread) throw new Error(`The thread ${id} was just opened and is not there.`);
    return thread;
  };

  return {
    member: (name) =>
      database.change(() => {
        const key = name.normalize('NFC').toLowerCase();
        const known = memberByKey.get(key);
        if (known) return { id: String(known['id']), name: String(known['name']) };
        const id = database.newId();
        insertMember.run(id, name, key);
        return { id, name };
      }),

    say: ({ author, channel, thread = null, replyTo = null, text, attachments = [] }) =>
      database.change(() => {
        if (text.trim() === '' || text.length > maxSayingChars)
          throw new RangeError(`A message has 1 to ${maxSayingChars} characters, not ${text.length}.`);
        if (!isChannelName(channel)) throw new RangeError(`The channel is not ${channelNameExpected}.`);
        const target = replyTo === null ? null : rows.message(replyTo);
        const threadId = thread ?? target?.location.thread?.id ?? null;
        if (threadId !== null && rows.thread(threadId)?.channelId !== channel)
          throw new RangeError(`#${channel} has no thread with the id ${threadId}.`);
        if (replyTo !== null && target?.location.channelId !== channel)
          throw new RangeError(`#${channel} has no message with the id ${replyTo}.`);
        const isTeam = author.role === 'team' || teamMemberIds.has(author.id);
        const id = place.message({
          channelId: channel,
          threadId,
          author: { id: author.id, name: author.name, kind: isTeam ? 'team_member' : 'community_user' },
          text,
          replyToId: replyTo,
          attachments,
          nonce: null,
        });
        return written(id);
      }),

    edit: ({ messageId, text }) =>
      database.change(() => {
        place.edit({ messageId, text });
        return rows.message(messageId);
      }),

    delete: (messageId) => database.change(() => place.remove(messageId)),

    messageFor: (messageId) => rows.message(messageId),

    lastMessageBy: ({ authorId, channel, thread, notBeforeId }) =>
      rows.lastMessageBy({ authorId, channelId: channel, threadId: thread, notBeforeId }),

    threadOf: (messageId) =>
      database.change(() => {
        const message = rows.message(messageId);
        if (!message) return null;
        if (message.location.thread) return opened(message.location.thread.id);
        const id =
          rows.threadOnMessage(messageId)?.id ??
          place.thread({
            channelId: message.location.channelId,
            starterId: message.id,
            title: titleOf(message.text),
            openedBySteward: false,
            ownerId: message.author.id,
          });
        return opened(id);
      }),

    openNamedThread: ({ channel, title, openedBy }) =>
      database.change(() =>
        opened(
          place.thread({
            channelId: channel,
            starterId: null,
            title: titleOf(title),
            openedBySteward: false,
            ownerId: openedBy.id,
          }),
        ),
      ),

    threadsIn: (channel) => rows.threadsIn(channel),
  };
}

const titleOf = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').slice(0, maxThreadTitleChars).toWellFormed() || 'Thread';
