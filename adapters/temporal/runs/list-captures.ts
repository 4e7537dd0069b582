import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Library } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { failedOutcome } from '../../../workflows/contract/operations.ts';
import { unconfirmedOutcome, waitingOutcome } from '../../../workflows/contract/team.ts';
import { searchAttributes, workflowIds } from '../../../workflows/contract/names.ts';
import { describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery, quoted } from './list-runs.ts';

/** A capture that failed, timed out or was ended by hand, or a run that waits for a person's yes or no. */
export interface CaptureRow {
  readonly workflowId: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** The `Outcome` of the run, or why it failed; null while it has none. */
  readonly outcome: string | null;
}

const mostRows = 500;

interface Listed extends OfSteward {
  readonly storage: {
    readonly library: Pick<Library, 'failedCaptures' | 'skippedCaptures' | 'liveGeneration' | 'ledger'>;
  };
}

/** Captures and rebuilds that wait for a yes or no, newest first. */
export async function listWaiting({ client, taskQueue }: OfSteward): Promise<readonly CaptureRow[]> {
  const outcomes = [waitingOutcome, unconfirmedOutcome].map(quoted).join(', ');
  const query = `${openRunsQuery(taskQueue)} AND Outcome IN (${outcomes})`;
  return (await listRuns({ client, query, limit: mostRows })).map(describe);
}

/**
 * The failed captures of one Steward, newest first. The store remembers them for longer than Temporal. One that was retried, or whose
 * entry was settled since, is not among them.
 */
export async function listFailed({
  client,
  taskQueue,
  storage: { library },
}: Listed): Promise<readonly CaptureRow[]> {
  const ids = workflowIds(taskQueue);
  const storedFailures = (await library.failedCaptures()).map((failure) => ({
    ...failure,
    workflowId: failure.workflowId ?? ids.capture(failure.qaId ?? ''),
  }));
  const runs = await Promise.all(storedFailures.map(({ workflowId }) => describeRun(client, workflowId)));
  const ofStore = storedFailures.flatMap(({ workflowId, cause, failedAt }, at) =>
    isStillOpen(runs[at] ?? null) ? [] : [{ workflowId, startedAt: failedAt, outcome: failedOutcome(cause) }],
  );
  const isDone = await doneBy(library, ids.capture);
  const told = new Set(storedFailures.map((one) => one.workflowId));
  const query =
    `WorkflowType = 'captureWorkflow' AND TaskQueue = ${quoted(taskQueue)} ` +
    `AND ExecutionStatus IN ('Failed', 'TimedOut', 'Terminated', 'Canceled')`;
  const ofTemporal: CaptureRow[] = [];
  for (const info of await listRuns({ client, query, limit: mostRows })) {
    if (told.has(info.workflowId) || isDone(info.workflowId)) continue;
    // A retry is a newer run of the same id.
    if ((await describeRun(client, info.workflowId))?.runId !== info.runId) continue;
    const row = describe(info);
    ofTemporal.push({ ...row, outcome: row.outcome ?? info.status.name.toLowerCase() });
  }
  return [...ofStore, ...ofTemporal].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** Tells whether a capture was skipped or its entry has an outcome. */
async function doneBy(
  library: Listed['storage']['library'],
  idOf: (snapshotOrQaId: string) => string,
): Promise<(workflowId: string) => boolean> {
  const { entries, settled } = await library.ledger(await library.liveGeneration());
  const isSettled = (qaId: QaId) => ![undefined, 'failed'].includes(settled.get(qaId)?.outcome);
  const done = new Set(await library.skippedCaptures());
  for (const { qaId, messageIds } of entries) {
    if (!isSettled(qaId)) continue;
    for (const id of [qaId, messageIds.at(-1)]) if (id !== undefined) done.add(idOf(id));
  }
  return (workflowId) => done.has(workflowId);
}

const describe = (info: WorkflowExecutionInfo): CaptureRow => ({
  workflowId: info.workflowId,
  startedAt: info.startTime.toISOString(),
  outcome: info.typedSearchAttributes.get(searchAttributes.outcome) ?? null,
});
