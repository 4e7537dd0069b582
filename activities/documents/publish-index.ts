import type { KnowledgeDeps } from '../deps.ts';
import { holdRefresh, type RefreshRun } from './refresh-run.ts';

/** Makes what the refresh has found and described the index that answers are made from, in one step. */
export async function publishIndex(
  deps: KnowledgeDeps,
  step: RefreshRun,
): Promise<{ readonly sources: number; readonly rejected: number }> {
  await holdRefresh(deps, step);
  return deps.knownSources.publish(deps.now());
}
