import { callServer, type OfSteward } from '../client/call-server.ts';
import { grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';

/**
 * The versions of one Steward's workflows in Temporal: a worker deployment named after the base of the task queues. Only workers of
 * workflow tasks belong to it; steps go to any worker that polls their queue. `current` is the build id that new and upgrading runs go
 * to; null when they go to workers without a version. With `conflictToken` the server refuses a change that is based on an older state.
 * Returns null if no worker with a version has ever polled.
 */
export function findDeployment({ client, taskQueue: deploymentName }: OfSteward): Promise<{
  readonly current: string | null;
  readonly conflictToken: Uint8Array | null | undefined;
} | null> {
  const { namespace } = client.options;
  const work = async () => {
    try {
      const asked = { namespace, deploymentName };
      const { workerDeploymentInfo: info, conflictToken } =
        await client.workflowService.describeWorkerDeployment(asked);
      const current = info?.routingConfig?.currentDeploymentVersion?.buildId || null;
      return { current, conflictToken };
    } catch (error) {
      if (grpcCodeOf(error) === grpcCode.notFound) return null;
      throw error;
    }
  };
  return callServer({ client, work });
}
