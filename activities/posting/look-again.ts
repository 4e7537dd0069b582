import { personAnswered } from '../../domain/intake/person-answered.ts';
import type { ConversationDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { gatherHistory } from '../intake/gather-history.ts';
import { whyNotAnyMore } from './post-reply.ts';

/** After a wait: why there is no reply any more (`deleted`, `team_answered`, `person_answered`, …), or null. */
export async function lookAgain(
  deps: ConversationDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<{ readonly late: string | null }> {
  const snapshot = await requireSnapshot(deps, snapshotId);
  const late = await whyNotAnyMore(deps, snapshot);
  const [first, ...others] = snapshot.batch;
  if (late || !first) return { late: late ?? 'deleted' };
  const { after } = await gatherHistory(deps, [first, ...others]);
  return { late: personAnswered({ snapshot, since: after }) ? 'person_answered' : null };
}
