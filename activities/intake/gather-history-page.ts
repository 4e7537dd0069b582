import { withoutErased } from '../../domain/team/erasures-file.ts';
import { compareIds, type Message, type Batch } from '../../domain/intake/message.ts';
import { historyPageSize, type HistoryLocation } from '../../domain/ports/chat.ts';
import { longestWindows } from '../../domain/intake/quiet-windows.ts';
import { capturesIn, refuteRoute, routeBatch } from '../../domain/intake/routing.ts';
import { routedBatchOf, newSnapshot, type RoutedBatch, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { asTeamSaw } from './as-team-saw.ts';
import { gatherHistory } from './gather-history.ts';
import { byConversation } from './reply-chain.ts';
import { unansweredIn, withUnrepliedQuestion } from './unreplied-question.ts';

/**
 * One page of a channel's past, routed like live messages; only captures count. Messages that were handled live, or by
 * another run, are left out. Runs at least once: what this run has claimed before is returned.
 */
export async function gatherHistoryPage(
  deps: DiscordDeps,
  {
    location,
    afterMessageId,
    name,
    dryRun,
  }: {
    readonly location: HistoryLocation;
    readonly afterMessageId: string;
    /** `history-<first execution run id>`, which stays the same through retries and continue-as-new. */
    readonly name: string;
    /** Only count. */
    readonly dryRun: boolean;
  },
) {
  const page = await deps.chat.messagesAfter({ ...location, afterMessageId });
  const windows = longestWindows(page, deps.config.discord.message_batch_max_wait_seconds);
  // The last window may continue on the next page, so that page starts with it, or with the window that it interrupts.
  const isLast = page.length < historyPageSize;
  const begun = isLast ? -1 : windows.findLastIndex((_, at) => at > 0 && isApart(windows, at));
  const next = windows[begun]?.[0];
  // The conversations that are to be captured now, oldest first; how many there are, and their length.
  const counted = { batches: [] as RoutedBatch[], pairs: 0, characters: 0 };
  for (const batch of await byConversation(deps, next ? windows.slice(0, begun) : windows)) {
    const capture = await captureOf(deps, { batch, owner: name, dryRun });
    if (!capture) continue;
    counted.pairs += 1;
    counted.characters += [...capture.history, ...capture.batch].reduce(
      (sum, { text }) => sum + text.length,
      0,
    );
    if (!dryRun) counted.batches.push(routedBatchOf(capture));
  }
  const last = page.at(-1)?.id ?? null;
  const before = next ? page.findLast(({ id }) => compareIds(id, next.id) < 0) : null;
  return {
    ...counted,
    // The next page counts its first message itself.
    messages: next ? page.filter(({ id }) => compareIds(id, next.id) < 0).length : page.length,
    // Where the next page begins; null at the end of the location.
    after: before?.id ?? (isLast ? null : last),
  };
}

/** Whether all windows before this one end before it begins. */
const isApart = (windows: ReturnType<typeof longestWindows>, at: number): boolean =>
  windows.slice(0, at).every((window) => compareIds(lastOf(window).id, windows[at]?.[0].id ?? '') < 0);

const lastOf = (batch: Batch): Message => batch.at(-1) ?? batch[0];

async function captureOf(
  deps: DiscordDeps,
  { batch, owner, dryRun }: { readonly batch: Batch; readonly owner: string; readonly dryRun: boolean },
): Promise<Snapshot | null> {
  const { records, channelFor, library, config } = deps;
  const [first] = batch;
  const channel = channelFor(first.location.channelId);
  if (!channel || !capturesIn(channel, first.location)) return null;
  const route = routeBatch(batch, { channel, kb: config.kb });
  if (route !== 'capture') return null;
  const { id } = lastOf(batch);
  const routing = await records.routingOf(batch.map((message) => message.id));
  const ownClaim = routing.find((message) => message.state === 'handed_over' && message.owner === owner);
  if (ownClaim?.state === 'handed_over') return records.snapshot(ownClaim.snapshotId);
  if (routing.some(({ state }) => state !== 'unhandled')) return null;
  const { before, conversationId } = await withUnrepliedQuestion(
    { ...deps, unanswered: unansweredIn(deps) },
    await gatherHistory(deps, batch),
    batch,
  );
  const since = await library.erasedSince();
  const history = withoutErased(since, before);
  const [firstSaid, ...said] = withoutErased(since, batch);
  if (!firstSaid || refuteRoute({ route, batch, history })) return null;
  const snapshot = await asTeamSaw(
    deps,
    newSnapshot({ id, route, batch: [firstSaid, ...said], history, conversationId }),
  );
  if (dryRun) return snapshot;
  const messageIds = batch.map((message) => message.id);
  const claimed = await records.claim({ owner, messageIds, snapshot, reason: 'history' });
  return claimed ? snapshot : null;
}
