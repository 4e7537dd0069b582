import { refOf, type Message } from '../../domain/intake/message.ts';
import type { DiscordDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';

/**
 * Fetches the messages of a conversation that came with files again, because a platform's links to files expire. What was
 * deleted meanwhile counts as deleted.
 */
export async function refreshLinks(
  deps: DiscordDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<{ readonly messages: number }> {
  const { chat, records } = deps;
  const snapshot = await requireSnapshot(deps, snapshotId);
  let refreshed = 0;
  const fetchAgain = async (messages: readonly Message[]) => {
    const fresh: Message[] = [];
    for (const message of messages) {
      if (message.attachments.length === 0) {
        fresh.push(message);
        continue;
      }
      const freshMessage = await chat.fetchMessage(refOf(message));
      if (!freshMessage) await records.markDeleted(message.id);
      const links = new Map(freshMessage?.attachments.map((one) => [one.id, one]));
      // An edit may have replaced the files that were asked about.
      fresh.push({ ...message, attachments: message.attachments.map((one) => links.get(one.id) ?? one) });
      refreshed += 1;
    }
    return fresh;
  };
  const history = await fetchAgain(snapshot.history);
  const batch = await fetchAgain(snapshot.batch);
  await records.saveSnapshot({ ...snapshot, history, batch });
  deps.log.info({ message_id: snapshotId, messages: refreshed }, 'links_refreshed');
  return { messages: refreshed };
}
