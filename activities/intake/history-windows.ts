import { compareIds, type Batch, type Message } from '../../domain/intake/message.ts';
import { longestWindows } from '../../domain/intake/quiet-windows.ts';
import { historyPageSize, type HistoryLocation } from '../../domain/ports/chat.ts';
import type { DiscordDeps } from '../deps.ts';
import { byConversation } from './reply-chain.ts';

export interface HistoryPage {
  readonly location: HistoryLocation;
  readonly afterMessageId: string;
}

/** One page of a channel's past, as the quiet windows that live messages would have made. */
export async function historyWindows(deps: DiscordDeps, { location, afterMessageId }: HistoryPage) {
  const page = await deps.chat.messagesAfter({ ...location, afterMessageId });
  const windows = longestWindows(page, deps.config.discord.message_batch_max_wait_seconds);
  // The last window may continue on the next page, so that page starts with it, or with the window that it interrupts.
  const isLast = page.length < historyPageSize;
  const begun = isLast ? -1 : windows.findLastIndex((_, at) => at > 0 && isApart(windows, at));
  const next = windows[begun]?.[0];
  const before = next ? page.findLast(({ id }) => compareIds(id, next.id) < 0) : null;
  return {
    windows: await byConversation(deps, next ? windows.slice(0, begun) : windows),
    // The next page counts its first message itself.
    messages: next ? page.filter(({ id }) => compareIds(id, next.id) < 0).length : page.length,
    // Where the next page begins; null at the end of the location.
    after: before?.id ?? (isLast ? null : (page.at(-1)?.id ?? null)),
  };
}

/** Whether all windows before this one end before it begins. */
const isApart = (windows: readonly Batch[], at: number): boolean =>
  windows.slice(0, at).every((window) => compareIds(lastOf(window).id, windows[at]?.[0].id ?? '') < 0);

export const lastOf = (batch: Batch): Message => batch.at(-1) ?? batch[0];
