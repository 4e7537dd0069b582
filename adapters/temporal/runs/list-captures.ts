import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Library } from '../../../domain/ports/library.ts';
import { failedOutcome } from '../../../workflows/contract/operations.ts';
import { unconfirmedOutcome, waitingOutcome } from '../../../workflows/contract/team.ts';
import { searchAttributes, workflowIds } from '../../../workflows/contract/names.ts';
import { describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery, quoted } from './list-runs.ts';

/** A capture that failed, or a run that waits for a person's yes or no. */
export interface CaptureRow {
  readonly workflowId: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** The `Outcome` of the run, or why it failed; null while it has none. */
  readonly outcome: string | null;
}

const mostRows = 500;

/** Captures and rebuilds that wait for a yes or no, newest first. */
export async function listWaiting({ client, taskQueue }: OfSteward): Promise<readonly CaptureRow[]> {
  const outcomes = [waitingOutcome, unconfirmedOutcome].map(quoted).join(', ');
  const query = `${openRunsQuery(taskQueue)} AND Outcome IN (${outcomes})`;
  return (await listRuns({ client, query, limit: mostRows })).map(describe);
}

/** The failed captures of one Steward, newest first, without those that run again. The store knows them for longer than Temporal. */
export async function listFailed({
  client,
  taskQueue,
  storage: { library },
}: OfSteward & {
  readonly storage: { readonly library: Pick<Library, 'failedCaptures'> };
}): Promise<readonly CaptureRow[]> {
  const rows = (await library.failedCaptures()).map(({ workflowId, qaId, cause, failedAt }) => ({
    workflowId: workflowId ?? workflowIds(taskQueue).capture(qaId ?? ''),
    startedAt: failedAt,
    outcome: failedOutcome(cause),
  }));
  const runs = await Promise.all(rows.map(({ workflowId }) => describeRun(client, workflowId)));
  return rows.filter((_, at) => !isStillOpen(runs[at] ?? null));
}

const describe = (info: WorkflowExecutionInfo): CaptureRow => ({
  workflowId: info.workflowId,
  startedAt: info.startTime.toISOString(),
  outcome: info.typedSearchAttributes.get(searchAttributes.outcome) ?? null,
});
