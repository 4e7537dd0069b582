import type { KnowledgeDeps } from '../deps.ts';
import { currentOwner, holdLease } from '../lease.ts';

/** The refresh that a step belongs to. One that goes on as a new run keeps the name of its first. */
export interface RefreshRun {
  readonly firstRunId: string;
}

/** A step ends after this time, and what is left is the next one's. */
export interface BoundedStep extends RefreshRun {
  readonly milliseconds: number;
}

const lease = 'refresh';

/** Holds the lease, and returns how this refresh is named in the list of sources. */
export async function holdRefresh(deps: KnowledgeDeps, { firstRunId }: RefreshRun): Promise<string> {
  const owner = currentOwner(firstRunId);
  await holdLease(deps, lease, owner);
  return owner;
}

/** Lets the next refresh begin. Harmless when repeated. */
export const endRefresh = ({ records }: KnowledgeDeps, { firstRunId }: RefreshRun): Promise<void> =>
  records.release(lease, currentOwner(firstRunId));
