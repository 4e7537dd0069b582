import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import type {
  Attachment,
  AuthorKind,
  Message,
  RepliedTo,
  ThreadLocation,
} from '../../domain/intake/message.ts';
import { snowflakeTime } from '../../domain/values/snowflake.ts';

export interface CommunityThread {
  readonly id: string;
  readonly channelId: string;
  /** The message that it hangs on; null when it was opened by itself. */
  readonly starterId: string | null;
  readonly title: string;
  readonly openedBySteward: boolean;
  readonly ownerId: string;
}

/** What `readMessage` reads; conditions may be added with AND. */
export const messageColumns = `
  SELECT m.seq, m.id, m.channel_id, m.author_id, m.author_name, m.author_kind, m.text,
    m.edited_at, m.attachments,
    t.id AS thread_id, t.opened_by_steward, t.owner_id,
    r.id AS reply_id, r.author_id AS reply_author_id, r.author_kind AS reply_author_kind
  FROM messages m
  LEFT JOIN threads t ON t.id = m.thread_id
  LEFT JOIN messages r ON r.id = m.reply_to_id
  WHERE m.deleted = 0`;

const authorKinds = ['steward', 'bot', 'team_member', 'community_user'] satisfies AuthorKind[];

const messageRow = z.object({
  seq: z.number(),
  id: z.string(),
  channel_id: z.string(),
  author_id: z.string(),
  author_name: z.string(),
  author_kind: z.enum(authorKinds),
  text: z.string(),
  edited_at: z.string().nullable(),
  attachments: z.string(),
  thread_id: z.string().nullable(),
  opened_by_steward: z.number().nullable(),
  owner_id: z.string().nullable(),
  reply_id: z.string().nullable(),
  reply_author_id: z.string().nullable(),
  reply_author_kind: z.enum(authorKinds).nullable(),
});
type MessageRow = z.infer<typeof messageRow>;

const threadRow = z.object({
  id: z.string(),
  channel_id: z.string(),
  starter_id: z.string().nullable(),
  title: z.string(),
  opened_by_steward: z.number(),
  owner_id: z.string(),
});

const attachmentList: z.ZodType<readonly Attachment[]> = z.array(
  z.object({
    id: z.string(),
    fileName: z.string(),
    contentType: z.string().nullable(),
    sizeBytes: z.number(),
    url: z.string(),
  }),
);

export type Row = Record<string, SQLOutputValue>;

export const readThread = (row: Row): CommunityThread => {
  const thread = threadRow.parse(row);
  return {
    id: thread.id,
    channelId: thread.channel_id,
    starterId: thread.starter_id,
    title: thread.title,
    openedBySteward: thread.opened_by_steward === 1,
    ownerId: thread.owner_id,
  };
};

export function readMessage(row: Row, guildId: string): Message {
  return toMessage(messageRow.parse(row), guildId);
}

const toMessage = (row: MessageRow, guildId: string): Message => ({
  id: row.id,
  location: { guildId, channelId: row.channel_id, thread: threadPlace(row), readableByEveryone: true },
  author: { id: row.author_id, kind: row.author_kind, name: row.author_name },
  text: row.text,
  createdAt: snowflakeTime(row.id).toISOString(),
  editedAt: row.edited_at,
  repliesTo: repliedTo(row),
  mentionsSteward: row.author_kind !== 'steward' && mentionsSteward(row.text),
  isSystem: false,
  attachments: attachmentList.parse(JSON.parse(row.attachments)),
  link: ['terminal:/', row.channel_id, ...(row.thread_id === null ? [] : [row.thread_id]), row.id].join('/'),
});

const threadPlace = ({ thread_id: id, opened_by_steward, owner_id }: MessageRow): ThreadLocation | null =>
  id === null
    ? null
    : { id, openedBySteward: opened_by_steward === 1, ownerId: owner_id ?? '', inForum: false };

const repliedTo = ({ reply_id, reply_author_id, reply_author_kind }: MessageRow): RepliedTo | null =>
  reply_id === null || reply_author_id === null || reply_author_kind === null
    ? null
    : { messageId: reply_id, authorId: reply_author_id, authorKind: reply_author_kind };

const mentionsSteward = (text: string): boolean => /(?<![\p{L}\p{N}_])@steward(?![\p{L}\p{N}_])/iu.test(text);
