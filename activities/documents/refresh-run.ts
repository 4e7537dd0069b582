import type { LibraryDeps } from '../deps.ts';
import { currentOwner, holdLease } from '../lease.ts';

/** The refresh that a step belongs to. One that continues as a new run keeps the name of its first. */
export interface RefreshRun {
  readonly firstRunId: string;
}

/** A step ends after this time; the next one does the rest. */
export interface BoundedStep extends RefreshRun {
  readonly milliseconds: number;
}

const lease = 'refresh';

/** Holds the lease, and returns how this refresh is named in the list of sources. */
export async function holdRefresh(deps: LibraryDeps, { firstRunId }: RefreshRun): Promise<string> {
  const owner = currentOwner(firstRunId);
  await holdLease(deps, lease, owner);
  return owner;
}

/** Lets the next refresh begin. Harmless when repeated. */
export const endRefresh = ({ records }: LibraryDeps, { firstRunId }: RefreshRun): Promise<void> =>
  records.release(lease, currentOwner(firstRunId));

export interface SettledDiscovery {
  readonly removed: number;
  readonly toFetch: number;
  readonly toDescribe: number;
}

/** Ends the discovery: drops sources that were not found again, and says what is left to do. */
export async function settleDiscovery(deps: LibraryDeps, step: RefreshRun): Promise<SettledDiscovery> {
  const run = await holdRefresh(deps, step);
  const removed = await deps.knownSources.dropUnfound(run);
  const toFetch = await deps.knownSources.count('fetch');
  return { removed, toFetch, toDescribe: await deps.knownSources.count('describe') };
}

/** Makes what the refresh has found and described the index that answers are made from, in one step. */
export async function publishIndex(
  deps: LibraryDeps,
  step: RefreshRun,
): Promise<{ readonly sources: number; readonly rejected: number }> {
  await holdRefresh(deps, step);
  return deps.knownSources.publish(deps.now());
}
