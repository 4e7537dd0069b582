import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Library } from '../../../domain/ports/library.ts';
import { failedOutcome } from '../../../workflows/contract/operations.ts';
import { unconfirmedOutcome, waitingOutcome } from '../../../workflows/contract/team.ts';
import { searchAttributes, workflowIds } from '../../../workflows/contract/names.ts';
import { describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery, quoted } from './inspect-runs.ts';
import { routedBatchOf } from '../../../domain/intake/snapshot.ts';
import { mistake } from '../../../domain/ports/errors.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import { subjectOfCapture } from '../../../domain/team/qa-pair.ts';
import { isQaId } from '../../../domain/values/qa-id.ts';
import { captureInputOf, startsOf } from '../../../workflows/contract/starts.ts';
import { startNew } from '../client/start-once.ts';

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
  return (await listRuns(client, query, mostRows)).map(describe);
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

interface CaptureToRetry extends OfSteward {
  readonly workflowId: string;
  readonly storage: {
    readonly library: Pick<Library, 'failedCaptures' | 'endFailedCapture'>;
    readonly records: Pick<Records, 'snapshot' | 'pairOrigin'>;
  };
}

/**
 * Starts a failed capture again under its own id. The store knows what it is about, even if Temporal no longer remembers the run.
 * Throws a final `PortError` when there is nothing to retry.
 */
export async function retryCapture(capture: CaptureToRetry): Promise<StartedRun> {
  const { client, taskQueue, workflowId } = capture;
  const start = startsOf(taskQueue).captureAgain({ workflowId, ...(await subjectOf(capture)) });
  const run = await startNew(client, start);
  if (run) return run;
  throw nothingToRetry(`${workflowId} is running or ended well: there is nothing to retry.`);
}

/** The capture's raw entry or snapshot. */
async function subjectOf({ workflowId, storage: { library, records } }: CaptureToRetry) {
  const id = subjectOfCapture(workflowId);
  const storedFailure = (await library.failedCaptures()).find((failure) => failure.workflowId === workflowId);
  const qaId = storedFailure?.qaId ?? (isQaId(id) ? id : null);
  const snapshotId = qaId === null ? id : (await records.pairOrigin(qaId)).snapshotId;
  const snapshot = snapshotId === null ? null : await records.snapshot(snapshotId);
  const routed = snapshot && routedBatchOf(snapshot);
  if (qaId !== null) return { input: { qaId }, routed };
  if (routed) return { input: captureInputOf(routed), routed };
  await library.endFailedCapture({ workflowId });
  throw nothingToRetry(
    `The store holds nothing any more of what ${workflowId} is about: there is nothing to retry, and it is listed no longer.`,
  );
}

const nothingToRetry = (message: string) => mistake('nothing_to_retry', message);
