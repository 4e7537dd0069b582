import { setTimeout as sleep } from 'node:timers/promises';
import { mistake, isTransient } from '../../../domain/ports/errors.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { callServer, grpcCode, grpcCodeOf, type OfSteward } from '../client/call-server.ts';

/**
 * How a new version of the workflows takes over. `restart`: the version of the worker that was started last is current, and all
 * open runs move to it. `rolling`: a new version waits until `temporal worker deployment` makes it current, and short runs end on the
 * version that they began on, whose workers must stay until then.
 */
export type DeploymentMode = 'restart' | 'rolling';

interface OfVersion extends OfSteward {
  readonly buildId: string;
}

const lookedEveryMilliseconds = 250;
const longestPauseMilliseconds = 4_000;

/**
 * Makes the version of a worker that polls the current one, if its mode says so; the first version always becomes current. Retries
 * until the server knows the worker. Throws a final `PortError` when the server refuses.
 */
export async function takeOverRuns({
  mode,
  log,
  signal,
  ...version
}: OfVersion & {
  readonly mode: DeploymentMode;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { buildId } = version;
  let milliseconds = lookedEveryMilliseconds / 2;
  // A server under load refuses who asks too often.
  const pause = () => {
    milliseconds = Math.min(2 * milliseconds, longestPauseMilliseconds);
    return sleep(milliseconds, undefined, { signal }).catch(() => {});
  };
  for (; !signal.aborted; await pause()) {
    const deployment = await findDeployment(version).catch(unlessFinal);
    if (!deployment) continue;
    const { current, conflictToken } = deployment;
    if (mode === 'rolling' && current !== null && current !== buildId) {
      log.info(
        { event: 'temporal.version_waits', build_id: buildId, current },
        `Another version of the workflows is current; to change that: ${setCurrent(version)}`,
      );
      return;
    }
    if (current !== buildId && !(await makeCurrent(version, conflictToken))) continue;
    log.info(
      { event: 'temporal.version_current', build_id: buildId },
      'The version of the workflows is current',
    );
    return;
  }
}

/**
 * The worker deployment that is named after the base of the task queues. `current` is the build id that new and upgrading runs go to; null
 * when they go to workers without a version. With `conflictToken` the server refuses a change that is based on an older state. Returns null
 * if no worker with a version has ever polled.
 */
export function findDeployment({ client, taskQueue: deploymentName }: OfSteward): Promise<{
  readonly current: string | null;
  readonly conflictToken: Uint8Array | null | undefined;
} | null> {
  const deployment = { namespace: client.options.namespace, deploymentName };
  const work = async () => {
    try {
      const { workerDeploymentInfo: info, conflictToken } =
        await client.workflowService.describeWorkerDeployment(deployment);
      const current = info?.routingConfig?.currentDeploymentVersion?.buildId || null;
      return { current, conflictToken };
    } catch (error) {
      if (grpcCodeOf(error) === grpcCode.notFound) return null;
      throw error;
    }
  };
  return callServer(client, work);
}

/** The command that makes a version the current one. */
const setCurrent = ({ client, taskQueue, buildId }: OfVersion): string =>
  `temporal worker deployment set-current-version --deployment-name ${taskQueue} --build-id ${buildId} ` +
  `--namespace ${client.options.namespace}`;

/** Returns null for a transient error, and throws any other. */
function unlessFinal(error: unknown): null {
  if (isTransient(error)) return null;
  throw error;
}

/** The server's answers for a version that it does not know yet, and for a conflict token that is older than the deployment. */
const notYet: readonly (number | null)[] = [grpcCode.notFound, grpcCode.failedPrecondition];

/** Returns false when the server does not know this version yet, does not answer, or has changed the deployment since it was read. */
async function makeCurrent(
  { client, taskQueue, buildId }: OfVersion,
  conflictToken: Uint8Array | null | undefined,
): Promise<boolean> {
  const { namespace, identity } = client.options;
  const work = () =>
    client.workflowService.setWorkerDeploymentCurrentVersion({
      namespace,
      identity,
      deploymentName: taskQueue,
      buildId,
      conflictToken,
    });
  try {
    await callServer(client, work);
    return true;
  } catch (error) {
    if (notYet.includes(grpcCodeOf(error)) || isTransient(error)) return false;
    throw mistake(
      'version_not_current',
      `Temporal does not let version ${buildId} of the workflows become current, so its workers get no work. Let somebody ` +
        `who may run: ${setCurrent({ client, taskQueue, buildId })}`,
      error,
    );
  }
}
