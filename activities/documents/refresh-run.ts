import type { LibraryDeps } from '../deps.ts';
import { currentOwner, holdLease } from '../lease.ts';

/** The refresh that a step belongs to, by its first execution run id, since it continues as new. */
export interface RefreshRun {
  readonly firstRunId: string;
}

/** The step ends after this time and leaves the rest to the next one. */
export interface BoundedStep extends RefreshRun {
  readonly milliseconds: number;
}

/** More sources than one step can handle, and few enough to keep in memory. */
export const sourcesAtOnce = 500;

const lease = 'refresh';

/** Holds the lease, and returns the name of this refresh in the list of sources. */
export async function holdRefresh(deps: LibraryDeps, { firstRunId }: RefreshRun): Promise<string> {
  const owner = currentOwner(firstRunId);
  await holdLease(deps, lease, owner);
  return owner;
}

/** Lets the next refresh begin. Harmless when repeated. */
export const endRefresh = ({ records }: LibraryDeps, { firstRunId }: RefreshRun): Promise<void> =>
  records.release(lease, currentOwner(firstRunId));

/** Ends the discovery: removes sources that were not found again, and counts the remaining work. */
export async function settleDiscovery(deps: LibraryDeps, step: RefreshRun) {
  const run = await holdRefresh(deps, step);
  const removed = await deps.knownSources.dropUnfound(run);
  const toFetch = await deps.knownSources.count('fetch');
  return { removed, toFetch, toDescribe: await deps.knownSources.count('describe') };
}

/** Publishes the index that the refresh has built, in one step. */
export async function publishIndex(
  deps: LibraryDeps,
  step: RefreshRun,
): Promise<{ readonly sources: number; readonly rejected: number }> {
  await holdRefresh(deps, step);
  const published = await deps.knownSources.publish(deps.now());
  deps.log.info(published, 'index_published');
  return published;
}
