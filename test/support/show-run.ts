import { WorkflowFailedError } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import { callServer } from '../../adapters/temporal/client/call-server.ts';
import { failureMessages, type NamedRun } from '../../adapters/temporal/runs/wait-for-result.ts';

/** Times are RFC 3339, UTC. */
export interface RunReport {
  readonly workflowId: string;
  readonly runId: string;
  readonly workflowType: string;
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED`, `TIMED_OUT`, … */
  readonly status: string;
  readonly startedAt: string;
  readonly closedAt: string | null;
  readonly summary: string | null;
  /** Null when the run has none, or when no worker answers. */
  readonly currentDetails: string | null;
  /** Messages, outermost first; empty unless the run failed. */
  readonly failure: readonly string[];
  readonly pendingSteps: readonly PendingStep[];
}

interface PendingStep {
  readonly activity: string;
  readonly attempt: number;
  readonly lastFailure: string | null;
  readonly nextAttemptAt: string | null;
}

const queryMilliseconds = 2_000;

/** The newest run of a workflow id. */
export const showRun = (run: Omit<NamedRun, 'runId'>): Promise<RunReport> =>
  callServer(run.client, () => reportOf(run));

async function reportOf({ client, workflowId }: NamedRun): Promise<RunReport> {
  const described = await client.workflow.getHandle(workflowId).describe();
  const { runId, type, status, startTime, closeTime, raw } = described;
  return {
    workflowId,
    runId,
    workflowType: type,
    status: status.name,
    startedAt: startTime.toISOString(),
    closedAt: closeTime?.toISOString() ?? null,
    summary: (await described.staticSummary()) ?? null,
    currentDetails: await currentDetails({ client, workflowId, runId }),
    failure: closeTime ? await failure({ client, workflowId, runId }) : [],
    pendingSteps: (raw.pendingActivities ?? []).map(
      ({ activityType, attempt, lastFailure, nextAttemptScheduleTime }) => ({
        activity: activityType?.name ?? 'unknown',
        attempt: attempt ?? 1,
        lastFailure: lastFailure?.message ?? null,
        nextAttemptAt: optionalTsToDate(nextAttemptScheduleTime)?.toISOString() ?? null,
      }),
    ),
  };
}

async function failure({ client, workflowId, runId }: Required<NamedRun>): Promise<readonly string[]> {
  try {
    await client.workflow.getHandle(workflowId, runId, { followRuns: false }).result();
    return [];
  } catch (error) {
    if (error instanceof WorkflowFailedError) return failureMessages(error);
    return [];
  }
}

async function currentDetails({ client, workflowId, runId }: Required<NamedRun>): Promise<string | null> {
  try {
    const metadata = await client.connection.withDeadline(Date.now() + queryMilliseconds, () =>
      client.workflow
        .getHandle(workflowId, runId)
        .query<{ currentDetails?: string }>('__temporal_workflow_metadata'),
    );
    return metadata.currentDetails || null;
  } catch {
    return null;
  }
}
