import { Context } from '@temporalio/activity';
import { PortError } from '../domain/ports/errors.ts';
import type { LibraryDeps } from './deps.ts';

export const ownWorkflowId = (): string => Context.current().info.workflowExecution?.workflowId ?? '';

const separator = ' ';

/**
 * The owner of a lease: the workflow id and the first execution run id, which the workflow passes to its steps and which
 * stays the same through continue-as-new. Ids typed into the Temporal UI are arbitrary, so a lease, not an id, excludes a
 * second run.
 */
export function currentOwner(firstExecutionRunId?: string): string {
  const { workflowExecution } = Context.current().info;
  return `${workflowExecution?.workflowId ?? 'none'}${separator}${firstExecutionRunId ?? workflowExecution?.runId ?? 'none'}`;
}

/** Takes or renews a lease. Fails while an open run holds it, however long that run waits for a model or is paused. */
export async function holdLease(
  { records, runs, now }: Pick<LibraryDeps, 'records' | 'runs' | 'now'>,
  name: 'refresh' | 'regeneration',
  owner: string,
): Promise<void> {
  const request = { name, owner, now: now() };
  let lease = await records.acquire({ ...request, closedOwners: [] });
  if (lease.owner === owner) return;
  const run = runOf(lease.owner);
  if (await runs.isClosed(run)) lease = await records.acquire({ ...request, closedOwners: [lease.owner] });
  if (lease.owner === owner) return;
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
