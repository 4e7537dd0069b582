import type { LibraryDeps } from '../deps.ts';
import { holdLease, releaseLease, type LeasingRun } from '../lease.ts';
import type { QaId } from '../../domain/values/qa-id.ts';

/** The step ends after this time and leaves the rest to the next one. */
export interface BoundedStep extends LeasingRun {
  readonly milliseconds: number;
}

/** More sources than one step can handle, and few enough to keep in memory. */
export const sourcesAtOnce = 500;

/** Holds the lease, and returns the name of this refresh in the list of sources. */
export const holdRefresh = (deps: LibraryDeps, step: LeasingRun): Promise<string> =>
  holdLease(deps, 'refresh', step);

export const endRefresh = (deps: LibraryDeps, step: LeasingRun): Promise<void> =>
  releaseLease(deps, 'refresh', step);

/** Ends the discovery: removes sources that were not found again, and counts the remaining work. */
export async function settleDiscovery(deps: LibraryDeps, step: LeasingRun) {
  const run = await holdRefresh(deps, step);
  const removed = await deps.knownSources.dropUnfound(run);
  const toFetch = await deps.knownSources.count('fetch');
  return { removed, toFetch, toDescribe: await deps.knownSources.count('describe') };
}

/** Publishes the index that the refresh has built, in one step. */
export async function publishIndex(deps: LibraryDeps, step: LeasingRun) {
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
