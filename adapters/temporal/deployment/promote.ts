import { setTimeout as sleep } from 'node:timers/promises';
import { finalError } from '../../../domain/ports/errors.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { Progress } from '../../../domain/operations/progress.ts';
import { findPollers, type QueueKind } from '../runs/inspect-runs.ts';
import type { WorkflowBundle } from './saved-bundles.ts';
import type { OfSteward } from '../client/call-server.ts';
import { findDeployment, type Deployment, type DeploymentVersion } from './deployment.ts';
import { replayRuns, type StoppedRun } from './replay-runs.ts';
import { makeCurrent, unlessFinal } from './take-over.ts';

export const promotionTarget = ({ versions }: Deployment): DeploymentVersion | null => versions[0] ?? null;

/** The version that was current before. */
export const rollbackTarget = ({ versions, current }: Deployment): DeploymentVersion | null =>
  versions
    .filter(({ buildId, lastCurrentAt }) => buildId !== current && lastCurrentAt !== null)
    .toSorted((a, b) => (b.lastCurrentAt?.getTime() ?? 0) - (a.lastCurrentAt?.getTime() ?? 0))[0] ?? null;

const usualPatience = 60_000;
const lookedEveryMilliseconds = 500;
const named = 5;

/**
 * Makes a version the current one for new runs, and for open ones that upgrade. First it replays every open run on it, then waits
 * up to a minute until each needed queue has a worker. Throws a final `PortError`, and changes nothing, when a run could not continue, a
 * queue has no worker, or another version became current since `from` was read.
 */
export async function promote({
  from,
  workflowBundle,
  progress,
  isNeeded = () => true,
  patienceMilliseconds = usualPatience,
  ...target
}: OfSteward & {
  readonly from: Deployment;
  readonly workflowBundle: WorkflowBundle;
  readonly progress: Progress;
  /** Whether a queue needs a worker; each does by default. */
  readonly isNeeded?: (kind: QueueKind) => boolean;
  /** How long it waits for workers. */
  readonly patienceMilliseconds?: number;
}): Promise<void> {
  const { buildId } = workflowBundle;
  const { stopped } = await replayRuns({ ...target, workflowBundle, progress });
  if (stopped.length > 0) throw stopsRuns(buildId, stopped);
  const deadline = performance.now() + patienceMilliseconds;
  let { conflictToken } = from;
  let saidAs = '';
  for (;;) {
    const idle = await idleQueues({ ...target, buildId, isNeeded });
    if (idle.length === 0) {
      if (await makeCurrent({ ...target, buildId, conflictToken })) return;
      const now = await findDeployment(target).catch(unlessFinal);
      // Another operator may have promoted the same version, or the answer to this promotion was lost.
      if (now?.current === buildId) return;
      if (now && now.current !== from.current) throw overtaken(buildId, now.current);
      conflictToken = now?.conflictToken ?? conflictToken;
    }
    if (performance.now() > deadline) throw notPolled(buildId, idle.length > 0 ? idle : [target.taskQueue]);
    const waiting = `Waiting for a worker on ${idle.join(', ') || target.taskQueue}`;
    if (waiting !== saidAs) progress(waiting);
    saidAs = waiting;
    await sleep(lookedEveryMilliseconds);
  }
}

/** The needed queues that no worker polls; for workflow tasks, no worker with this version. */
async function idleQueues({
  buildId,
  isNeeded,
  ...target
}: OfSteward & {
  readonly buildId: string;
  readonly isNeeded: (kind: QueueKind) => boolean;
}): Promise<readonly string[]> {
  const { queues } = await findPollers(target);
  const works = (queue: string) => (worker: { readonly buildId: string | null }) =>
    queue !== target.taskQueue || worker.buildId === buildId;
  return queues
    .filter(({ kind, queue, workers }) => isNeeded(kind) && !workers.some(works(queue)))
    .map(({ queue }) => queue);
}

const stopsRuns = (buildId: string, stopped: readonly StoppedRun[]) =>
  finalError(
    'version_stops_runs',
    `Version ${buildId} cannot continue ${countOf(stopped.length, 'open run')}, so nothing was changed: ` +
      stopped
        .slice(0, named)
        .map(({ workflowId, reason }) => `${workflowId} (${reason})`)
        .join(', ') +
      (stopped.length > named ? ' and others; npx steward replay lists those of its own code' : ''),
  );

const overtaken = (buildId: string, current: string | null) =>
  finalError(
    'version_overtaken',
    `Version ${buildId} was not made current, because somebody has changed that meanwhile: ` +
      `${current === null ? 'no version' : `version ${current}`} is current now.`,
  );

const notPolled = (buildId: string, idle: readonly string[]) =>
  finalError(
    'version_not_polled',
    `Nothing was changed, because nobody works on ${idle.join(', ')}. Start a worker of version ${buildId} first, ` +
      'and one for each role.',
  );
