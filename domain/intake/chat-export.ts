import { z } from 'zod';
import { discordLink, type Message, type AuthorKind } from './message.ts';

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Converts the messages of several exports to those that a chat adapter hands over, each id once. */
export function exportedMessages(
  exports: readonly ChatExport[],
  team: TeamSettings,
): ReadonlyMap<string, Message> {
  const all = exports.flatMap((from) => from.messages.map((message) => ({ from, message })));
  const raw = new Map(all.map(({ message }) => [message.id, message]));
  return new Map(all.map((one) => [one.message.id, toMessage({ ...one, raw, team })]));
}

function toMessage({
  from,
  message,
  raw,
  team,
}: {
  readonly from: ChatExport;
  readonly message: ExportedMessage;
  readonly raw: ReadonlyMap<string, ExportedMessage>;
  readonly team: TeamSettings;
}): Message {
  const { guildId, channelId, threadId } = from;
  const owner = threadId === null ? undefined : (raw.get(threadId) ?? from.messages[0]);
  const thread =
    threadId === null
      ? null
      : { id: threadId, openedBySteward: false, ownerId: owner?.author.id ?? '', inForum: false };
  const targetId = message.reference?.messageId ?? '';
  const target = raw.get(targetId);
  return {
    id: message.id,
    // An export does not say who can read the channel, so nothing in it gets a link.
    location: { guildId, channelId, thread, readableByEveryone: false },
    author: { id: message.author.id, kind: exportedAuthorKind(message, team), name: message.author.name },
    text: message.content,
    createdAt: new Date(message.timestamp).toISOString(),
    editedAt: message.timestampEdited ? new Date(message.timestampEdited).toISOString() : null,
    repliesTo:
      message.type === 'Reply'
        ? {
            messageId: targetId,
            authorId: target?.author.id ?? null,
            authorKind: target ? exportedAuthorKind(target, team) : null,
          }
        : null,
    mentionsSteward: false,
    isSystem: isSystemMessage(message),
    attachments: message.attachments.map(({ id, fileName, fileSizeBytes }) => ({
      id,
      fileName,
      contentType: imageTypes[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? null,
      sizeBytes: fileSizeBytes,
      url: '',
    })),
    link: discordLink({ guildId, locationId: threadId ?? channelId, messageId: message.id }),
  };
}

/** Whether a message replies to one that no export holds, so that nobody can tell whom it answers. */
export const repliesToUnknown = (message: ExportedMessage, known: ReadonlyMap<string, Message>): boolean =>
  message.type === 'Reply' && !known.has(message.reference?.messageId ?? '');

/** The parts of DiscordChatExporter's JSON that Steward needs. A file holds one channel or thread. */

const id = z.string().regex(/^\d+$/);
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const exportedFile = z.object({
  guild: z.object({ id }),
  /** A thread's `categoryId` is the channel that it belongs to. */
  channel: z.object({ id, type: z.string(), categoryId: id.nullish(), name: z.string().default('') }),
  messages: z.array(z.unknown()),
});

const exportedMessage = z.object({
  id,
  type: z.string(),
  timestamp: time,
  timestampEdited: time.nullish(),
  content: z.string(),
  author: z.object({
    id,
    name: z.string().default(''),
    isBot: z.boolean().default(false),
    roles: z.array(z.object({ id })).default([]),
  }),
  attachments: z
    .array(z.object({ id, fileName: z.string(), fileSizeBytes: z.number().default(0) }))
    .default([]),
  reference: z.object({ messageId: id.nullish() }).nullish(),
});

export type ExportedMessage = z.infer<typeof exportedMessage>;

export interface ChatExport {
  readonly guildId: string;
  readonly channelId: string;
  readonly threadId: string | null;
  readonly messages: readonly ExportedMessage[];
  /** Unreadable messages, by their id or their position in the file, from 1. */
  readonly problems: readonly { readonly message: string; readonly reason: string }[];
}

/** Returns null for JSON that is not such an export. */
export function readChatExport(json: unknown): ChatExport | null {
  const file = exportedFile.safeParse(json);
  if (!file.success) return null;
  const { guild, channel } = file.data;
  const isThread = channel.type.includes('Thread');
  const messages: ExportedMessage[] = [];
  const problems: ChatExport['problems'][number][] = [];
  for (const [at, value] of file.data.messages.entries()) {
    const read = exportedMessage.safeParse(value);
    if (read.success) messages.push(read.data);
    else problems.push({ message: nameOf(value, at), reason: reasonOf(read.error) });
  }
  return {
    guildId: guild.id,
    channelId: isThread ? (channel.categoryId ?? channel.id) : channel.id,
    threadId: isThread ? channel.id : null,
    messages,
    problems,
  };
}

const nameOf = (value: unknown, at: number): string => {
  const named = z.object({ id }).safeParse(value);
  return named.success ? named.data.id : `number ${at + 1}`;
};

/** Names the fields, never their content. */
const reasonOf = ({ issues }: z.ZodError): string =>
  `It has no usable ${[...new Set(issues.map(({ path }) => path.join('.') || 'object'))].join(', ')}.`;

/** Kinds such as `20` are notices of the platform or of bots. */
const isSystemMessage = ({ type }: ExportedMessage): boolean => !['Default', 'Reply'].includes(type);

export interface TeamSettings {
  readonly memberIds: readonly string[];
  readonly roleIds: readonly string[];
}

function exportedAuthorKind({ author }: ExportedMessage, { memberIds, roleIds }: TeamSettings): AuthorKind {
  if (author.isBot) return 'bot';
  const isTeam = memberIds.includes(author.id) || author.roles.some((role) => roleIds.includes(role.id));
  return isTeam ? 'team_member' : 'community_user';
}
