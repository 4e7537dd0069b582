import { compareIds, locationId, type Message } from '../../domain/intake/message.ts';
import type { Chat } from '../../domain/ports/chat.ts';

/** Reads exported messages like those of a chat. */
export function createExportChat(
  messages: ReadonlyMap<string, Message>,
): Pick<Chat, 'fetchMessage' | 'fetchThread' | 'fetchAround'> {
  const byLocation = Map.groupBy(
    [...messages.values()].toSorted((a, b) => compareIds(a.id, b.id)),
    ({ location }) => locationId(location),
  );
  const positions = new Map(
    [...byLocation.values()].flatMap((own) => own.map((message, at) => [message.id, at] as const)),
  );
  const isInLocation = (message: Message | undefined, threadId: string | null): message is Message =>
    message !== undefined && (message.location.thread?.id ?? null) === threadId;

  return {
    async fetchMessage({ threadId, messageId }) {
      const message = messages.get(messageId);
      return isInLocation(message, threadId) ? message : null;
    },
    /** A thread has the id of the message that it was opened from. */
    async fetchThread({ threadId }) {
      const starter = messages.get(threadId);
      const isInside = isInLocation(starter, threadId);
      return [...(starter && !isInside ? [starter] : []), ...(byLocation.get(threadId) ?? [])];
    },
    async fetchAround({ channelId, threadId, messageId, before, after }) {
      const at = positions.get(messageId);
      if (at === undefined || !isInLocation(messages.get(messageId), threadId)) return [];
      return (byLocation.get(threadId ?? channelId) ?? []).slice(Math.max(0, at - before), at + after + 1);
    },
  };
}
