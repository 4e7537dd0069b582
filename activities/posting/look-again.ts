import type { LateReason } from '../../domain/reply/reply-record-status.ts';
import { refOf, type Message } from '../../domain/intake/message.ts';
import { isPaused } from '../../domain/intake/routing.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { isTooOld } from '../intake/gather-context.ts';
import { personAnswered, teamAnswered } from '../../domain/intake/person-answered.ts';
import type { DiscordDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { gatherHistory } from '../intake/gather-history.ts';

/** Returns why there is no reply any more after a wait (`deleted`, `team_answered`, `person_answered`, …), or null. */
export async function lookAgain(
  deps: DiscordDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<{ readonly late: LateReason | null }> {
  const snapshot = await requireSnapshot(deps, snapshotId);
  const { late } = await checkStillWanted(deps, snapshot);
  const [first, ...others] = snapshot.batch;
  if (late || !first) return { late: late ?? 'deleted' };
  const { after } = await gatherHistory(deps, [first, ...others]);
  return { late: personAnswered(snapshot, after) ? 'person_answered' : null };
}

/** Checks whether an answer is still wanted. Returns the reason if not, and the message to attach the answer to. */
export async function checkStillWanted(
  deps: DiscordDeps,
  snapshot: Snapshot,
): Promise<{ readonly late: LateReason | null; readonly last: Message | null }> {
  const [first, ...others] = snapshot.batch;
  if (!first) return { late: 'deleted', last: null };
  const history = snapshot.askedDirectly ? null : await gatherHistory(deps, [first, ...others]);
  const last = history?.last ?? (await newestLeft(deps, snapshot));
  if (!last) return { late: 'deleted', last };
  if (isPaused(await deps.records.pauses(), last.location.channelId)) return { late: 'paused', last };
  if (!history) return { late: null, last };
  if (isTooOld(deps, last)) return { late: 'too_old', last };
  return { late: teamAnswered(snapshot, history.after) ? 'team_answered' : null, last };
}

/** The last message of a question that still exists. */
export async function newestLeft({ chat }: DiscordDeps, { batch }: Snapshot): Promise<Message | null> {
  for (const message of batch.toReversed()) {
    const freshMessage = await chat.fetchMessage(refOf(message));
    if (freshMessage) return freshMessage;
  }
  return null;
}
