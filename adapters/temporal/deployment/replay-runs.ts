import type { Progress } from '../../../domain/operations/progress.ts';
import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { Worker, type ReplayResult } from '@temporalio/worker';
import { callServer, unlessGone, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery } from '../runs/inspect-runs.ts';
import type { WorkflowBundle } from './workflow-bundle.ts';

const mostOpen = 10_000;

/**
 * Replays open runs on a version of the workflows, newest first and at most 10,000, and says which it cannot continue. Leaves out pinned
 * ones, which stay on theirs. Changes nothing.
 */
export async function replayRuns(
  { client, taskQueue }: OfSteward,
  workflowBundle: WorkflowBundle,
  progress: Progress,
) {
  const runs = await listRuns(client, openRunsQuery(taskQueue), mostOpen);
  if (runs.length === mostOpen) progress(`Only ${mostOpen} open runs are looked at`);
  const stopped: { readonly workflowId: string; readonly reason: string }[] = [];
  const moving = runs.filter((run) => !isPinned(run));
  let done = 0;
  for await (const result of Worker.runReplayHistories({ workflowBundle }, histories(client, moving))) {
    done += 1;
    if (result.error) stopped.push({ workflowId: result.workflowId, reason: reasonOf(result) });
    progress.phase({ phase: 'Replayed runs', done, total: moving.length });
  }
  return { runs: runs.length, stopped };
}

const isPinned = ({ searchAttributes }: WorkflowExecutionInfo): boolean =>
  searchAttributes['TemporalWorkflowVersioningBehavior']?.[0] === 'Pinned';

const reasonOf = ({ error }: ReplayResult): string =>
  replayProblem(error?.message ?? '') ?? 'this version does not have its workflow, or fails at its beginning';

/**
 * Extracts Temporal's message about a run that this version of the workflows cannot continue, or null. The message contains names
 * of steps, but nothing that people wrote.
 */
export const replayProblem = (text: string): string | null =>
  /\[TMPRL\d+\][^"\\\n]{1,300}/u.exec(text)?.[0].trim() ?? null;

async function* histories(client: Client, runs: readonly WorkflowExecutionInfo[]) {
  for (const run of runs) {
    const history = await historyOf(client, run);
    if (history) yield history;
  }
}

/** Returns null if Temporal has deleted the run meanwhile. */
async function historyOf(client: Client, { workflowId, runId }: WorkflowExecutionInfo) {
  const work = () => unlessGone(client.workflow.getHandle(workflowId, runId).fetchHistory());
  const history = await callServer(client, work);
  return history && { workflowId, history };
}
