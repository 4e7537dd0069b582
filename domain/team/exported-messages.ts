import {
  exportedAuthorKind,
  isSystemMessage,
  type ChatExport,
  type ExportedMessage,
  type TeamSettings,
} from './chat-export.ts';
import type { Message } from '../intake/message.ts';

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The messages of several exports as a chat adapter would have handed them over, one of each id. */
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
  const target = message.type === 'Reply' ? raw.get(message.reference?.messageId ?? '') : undefined;
  return {
    id: message.id,
    // An export does not say who can read the channel, so nothing in it is linked to.
    place: { guildId, channelId, thread, readableByEveryone: false },
    author: { id: message.author.id, kind: exportedAuthorKind(message, team), name: message.author.name },
    text: message.content,
    createdAt: new Date(message.timestamp).toISOString(),
    editedAt: message.timestampEdited ? new Date(message.timestampEdited).toISOString() : null,
    repliesTo: target
      ? { messageId: target.id, authorId: target.author.id, authorKind: exportedAuthorKind(target, team) }
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
    link: ['https://discord.com/channels', guildId, threadId ?? channelId, message.id].join('/'),
  };
}

/** A reply whose target is in none of the exports: nobody can tell whom it answers. */
export const repliesToUnknown = (message: ExportedMessage, known: ReadonlyMap<string, Message>): boolean =>
  message.type === 'Reply' && !known.has(message.reference?.messageId ?? '');
