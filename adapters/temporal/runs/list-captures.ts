import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Library } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { failedOutcome } from '../../../workflows/contract/operations.ts';
import { waitingOutcome } from '../../../workflows/contract/team.ts';
import { searchAttributes, workflowIds } from '../../../workflows/contract/names.ts';
import { stuckRuns } from './inspect-runs.ts';
import { describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { listRuns, quoted } from './list-runs.ts';

/**
 * `failed`: it failed, timed out or was ended by hand, and needs an operator. `stuck`: this version of the workflows cannot
 * continue it. `waiting`: it waits for an operator's decision about removals. `running` includes waiting for a retry.
 */
const allStatuses = ['failed', 'stuck', 'waiting', 'running', 'ended'] as const;
export type CaptureStatus = (typeof allStatuses)[number];

export interface CaptureRow {
  readonly workflowId: string;
  /** Null when Temporal has no run, because it has deleted it, or because a regeneration failed on the entry. */
  readonly runId: string | null;
  readonly status: CaptureStatus;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly closedAt: string | null;
  /** The `Outcome` of the run, or why it failed; null while it has none. */
  readonly outcome: string | null;
  readonly topic: string | null;
}

const mostRows = 500;

const statusesOf: Readonly<Record<Exclude<CaptureStatus, 'stuck'>, readonly string[]>> = {
  failed: ['Failed', 'TimedOut', 'Terminated', 'Canceled'],
  waiting: ['Running'],
  running: ['Running'],
  ended: ['Completed'],
};

interface Listed extends OfSteward {
  readonly storage: {
    readonly library: Pick<Library, 'failedCaptures' | 'skippedCaptures' | 'liveGeneration' | 'ledger'>;
  };
}

/**
 * The captures of one Steward in the order of `CaptureStatus`, at most 500 of each status, newest first. The store remembers failed
 * ones for longer than Temporal. One that was retried, or whose entry was settled since, is listed under its present status.
 */
export async function listCaptures({
  statuses = allStatuses,
  ...listed
}: Listed & {
  /** All of them by default. */
  readonly statuses?: readonly CaptureStatus[];
}): Promise<readonly CaptureRow[]> {
  const { client, taskQueue } = listed;
  const rows: CaptureRow[] = [];
  const stuck = (await stuckRuns({ client, taskQueue })).filter(({ type }) => type === 'captureWorkflow');
  const stuckIds: ReadonlySet<string | null> = new Set(stuck.map(({ runId }) => runId));
  for (const status of allStatuses) {
    if (!statuses.includes(status)) continue;
    if (status === 'stuck') {
      rows.push(...stuck.map((info) => describe(info, status)));
      continue;
    }
    const names = statusesOf[status].map(quoted).join(', ');
    const query =
      `WorkflowType = 'captureWorkflow' AND TaskQueue = ${quoted(taskQueue)} ` +
      `AND ExecutionStatus IN (${names})${status === 'waiting' ? ` AND Outcome = ${quoted(waitingOutcome)}` : ''}`;
    const listedRuns = await listRuns({ client, query, limit: mostRows });
    if (status === 'failed') {
      rows.push(...(await failedRows(listed, listedRuns)));
      continue;
    }
    const isElsewhere = (row: CaptureRow) =>
      stuckIds.has(row.runId) || (status === 'running' && row.outcome === waitingOutcome);
    rows.push(...listedRuns.map((info) => describe(info, status)).filter((row) => !isElsewhere(row)));
  }
  // After a Reset, runs of one capture stand beside each other; the first listed is the one to look at.
  return [...Map.groupBy(rows, ({ workflowId }) => workflowId).values()].flatMap(([first]) => first ?? []);
}

async function failedRows(
  { client, taskQueue, storage: { library } }: Listed,
  found: readonly WorkflowExecutionInfo[],
): Promise<readonly CaptureRow[]> {
  const ids = workflowIds(taskQueue);
  const storedFailures = (await library.failedCaptures()).map((failure) => ({
    ...failure,
    workflowId: failure.workflowId ?? ids.capture(failure.qaId ?? ''),
  }));
  const runs = await Promise.all(storedFailures.map(({ workflowId }) => describeRun(client, workflowId)));
  const ofStore = storedFailures.flatMap(({ workflowId, cause, failedAt }, at): readonly CaptureRow[] => {
    const run = runs[at] ?? null;
    if (isStillOpen(run)) return [];
    const times = { startedAt: failedAt, closedAt: failedAt, topic: null };
    return [
      { workflowId, runId: run?.runId ?? null, status: 'failed', ...times, outcome: failedOutcome(cause) },
    ];
  });
  const [isDone, told] = [
    await doneBy(library, ids.capture),
    new Set(storedFailures.map((one) => one.workflowId)),
  ];
  const others = found.filter(({ workflowId }) => !told.has(workflowId) && !isDone(workflowId));
  const ofTemporal: CaptureRow[] = [];
  for (const info of others) {
    if ((await describeRun(client, info.workflowId))?.runId !== info.runId) continue;
    const row = describe(info, 'failed');
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

const describe = (info: WorkflowExecutionInfo, status: CaptureStatus): CaptureRow => ({
  workflowId: info.workflowId,
  runId: info.runId,
  status,
  startedAt: info.startTime.toISOString(),
  closedAt: info.closeTime?.toISOString() ?? null,
  outcome: info.typedSearchAttributes.get(searchAttributes.outcome) ?? null,
  topic: info.typedSearchAttributes.get(searchAttributes.topic) ?? null,
});
