import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { RegenerateInput } from '../../../workflows/contract/team.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { describeRun, isStillOpen, type OfSteward } from '../client/call-server.ts';
import { baseOfTrial, trialBase } from '../../../workflows/contract/names.ts';
import { endAbandonedTrials } from './end-runs.ts';
import { listRuns, quoted } from './list-runs.ts';
import { startOnce } from '../client/start-once.ts';

export interface OpenRegeneration {
  readonly workflowId: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
}

/** Throws a final `PortError` when any regeneration is running, also one that somebody else has started. */
export async function startRegenerate({
  input,
  ...target
}: OfSteward & { readonly input?: RegenerateInput }): Promise<StartedRun> {
  await endAbandonedTrials(target);
  const [open] = await openRegenerations(target);
  if (open) throw isRunning(open);
  const start = startsOf(target.taskQueue).regenerate(input);
  try {
    return await startOnce(target.client, start);
  } catch (error) {
    const isStarted = error instanceof WorkflowExecutionAlreadyStartedError;
    throw isStarted ? isRunning({ ...start, startedAt: 'a moment ago' }) : error;
  }
}

const isRunning = ({ workflowId, startedAt }: OpenRegeneration): PortError =>
  finalError(
    'regeneration_running',
    `A regeneration has been running since ${startedAt}, as ${workflowId}. ` +
      `Wait until it ends, or cancel it, in Temporal's UI or with \`temporal workflow cancel --workflow-id ${workflowId}\``,
  );

/**
 * The open regenerations of one Steward under any id, including those of commands, oldest first. The list of runs lags behind, so
 * each run is asked whether it is still open.
 */
export async function openRegenerations({
  client,
  taskQueue,
}: OfSteward): Promise<readonly OpenRegeneration[]> {
  const base = baseOfTrial(taskQueue);
  const query =
    `WorkflowType = 'regenerateWorkflow' AND ExecutionStatus = 'Running' AND ` +
    `(TaskQueue = ${quoted(base)} OR TaskQueue STARTS_WITH ${quoted(trialBase(base, ''))})`;
  const open: OpenRegeneration[] = [];
  for (const { workflowId, startTime, taskQueue: queue } of await listRuns({ client, query })) {
    // Another Steward's name may begin in the same way.
    if (baseOfTrial(queue) !== base) continue;
    if (isStillOpen(await describeRun(client, workflowId)))
      open.push({ workflowId, startedAt: startTime.toISOString() });
  }
  return open.toReversed();
}
