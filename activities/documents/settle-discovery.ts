import type { KnowledgeDeps } from '../deps.ts';
import { holdRefresh, type RefreshRun } from './refresh-run.ts';

export interface SettledDiscovery {
  readonly removed: number;
  readonly toFetch: number;
  readonly toDescribe: number;
}

/** Ends the discovery: what no longer stands anywhere goes. Says what is left to do. */
export async function settleDiscovery(deps: KnowledgeDeps, step: RefreshRun): Promise<SettledDiscovery> {
  const run = await holdRefresh(deps, step);
  const removed = await deps.knownSources.dropUnfound(run);
  const toFetch = await deps.knownSources.count('fetch');
  return { removed, toFetch, toDescribe: await deps.knownSources.count('describe') };
}
