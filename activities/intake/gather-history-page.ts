import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { Batch } from '../../domain/intake/message.ts';
import { capturesIn, refuteRoute, routeBatch } from '../../domain/intake/routing.ts';
import { routedBatchOf, newSnapshot, type RoutedBatch, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { asTeamSaw } from './as-team-saw.ts';
import { gatherHistory, historyWindows, lastOf, type HistoryPage } from './gather-history.ts';
import { withUnrepliedQuestion } from './unreplied-question.ts';

/**
 * One page of a channel's past, routed like live messages; only captures count. Messages that were handled live, or by
 * another run, are left out. Runs at least once: what this run has claimed before is returned.
 */
export async function gatherHistoryPage(
  deps: DiscordDeps,
  {
    name,
    dryRun,
    ...page
  }: HistoryPage & {
    /** `history-<first execution run id>`, which stays the same through retries and continue-as-new. */
    readonly name: string;
    /** Only count. */
    readonly dryRun: boolean;
  },
) {
  const { windows, messages, after } = await historyWindows(deps, page);
  // The conversations that are to be captured now, oldest first, and how many there are.
  const counted = { batches: [] as RoutedBatch[], pairs: 0 };
  for (const batch of windows) {
    const capture = await captureOf(deps, { batch, owner: name, dryRun });
    if (!capture) continue;
    counted.pairs += 1;
    if (!dryRun) counted.batches.push(routedBatchOf(capture));
  }
  return { ...counted, messages, after };
}

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
    deps,
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
