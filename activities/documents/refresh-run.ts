import type { LibraryDeps } from '../deps.ts';
import { currentOwner, holdLease } from '../lease.ts';
import type { QaId } from '../../domain/values/qa-id.ts';

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

/**
 * Raw entries that nothing has settled, oldest first. Leaves out entries of open runs and of failed runs, which an
 * operator has to repair. A completed run may have settled its entry in a former generation.
 */
export async function findUnsettled(
  { library, runs }: LibraryDeps,
  { limit }: { readonly limit: number },
): Promise<readonly QaId[]> {
  await library.takeInArchive();
  const unsettledIds: QaId[] = [];
  for (const { qaId, messageIds } of await library.unsettled(await library.liveGeneration())) {
    if (unsettledIds.length === limit) break;
    const capturedAs = [qaId, messageIds.at(-1)].filter((id) => id !== undefined);
    const states = await Promise.all(capturedAs.map((id) => runs.captureState(id)));
    if (!states.includes('open') && !states.includes('unfinished')) unsettledIds.push(qaId);
  }
  return unsettledIds;
}
