import { Context } from '@temporalio/activity';
import { PortError } from '../domain/ports/errors.ts';
import type { LibraryDeps } from './deps.ts';

export const ownWorkflowId = (): string => Context.current().info.workflowExecution?.workflowId ?? '';

const separator = ' ';

/** The run that a step belongs to, by its first execution run id, since it continues as new. */
export interface LeasingRun {
  readonly firstRunId: string;
}

/** The owner of a lease. Ids typed into the Temporal UI are arbitrary, so a lease, not an id, excludes a second run. */
const ownerOf = ({ firstRunId }: LeasingRun): string => `${ownWorkflowId()}${separator}${firstRunId}`;

/** Lets the next run begin. Harmless when repeated. */
export const releaseLease = ({ records }: LibraryDeps, name: Lease, run: LeasingRun): Promise<void> =>
  records.release(name, ownerOf(run));

type Lease = 'refresh' | 'regeneration';

/** Takes or renews a lease, and returns its owner. Fails while an open run holds it, however long that run waits for a model or is paused. */
export async function holdLease(
  { records, runs, now }: LibraryDeps,
  name: Lease,
  leasing: LeasingRun,
): Promise<string> {
  const owner = ownerOf(leasing);
  const request = { name, owner, now: now() };
  let lease = await records.acquire({ ...request, closedOwners: [] });
  if (lease.owner === owner) return owner;
  const run = runOf(lease.owner);
  if (await runs.isClosed(run)) lease = await records.acquire({ ...request, closedOwners: [lease.owner] });
  if (lease.owner === owner) return owner;
  const { workflowId } = runOf(lease.owner);
  throw new PortError({
    // A refresh waits for the other one; a second regeneration would only repeat the first.
    kind: name === 'refresh' ? 'transient' : 'final',
    code: `${name}_held`,
    retryAfterSeconds: name === 'refresh' ? 5 : null,
    message: `A ${name} has been running since ${lease.since}, as ${workflowId}. Wait until it ends, or cancel it: ${cancel(workflowId)}`,
  });
}

function runOf(owner: string): { readonly workflowId: string; readonly runId: string } {
  const at = owner.lastIndexOf(separator);
  return { workflowId: owner.slice(0, at), runId: owner.slice(at + 1) };
}

const cancel = (workflowId: string): string =>
  `temporal workflow cancel --workflow-id '${workflowId.replaceAll("'", "'\\''")}'`;
