import { callServer, type OfSteward } from '../client/call-server.ts';
import { grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';

/**
 * The versions of one Steward's workflows in Temporal: a worker deployment named after the base of the task queues. Only workers of
 * workflow tasks belong to it; steps go to any worker that polls their queue.
 */
export interface Deployment {
  /** The build id that new and upgrading runs go to; null when they go to workers without a version. */
  readonly current: string | null;
  /** With it, the server refuses a change that is based on an older state than its own. */
  readonly conflictToken: Uint8Array | undefined;
}

/** Returns null if no worker with a version has ever polled. */
export function findDeployment({ client, taskQueue }: OfSteward): Promise<Deployment | null> {
  const { namespace } = client.options;
  const work = async (): Promise<Deployment | null> => {
    try {
      const { workerDeploymentInfo: info, conflictToken } =
        await client.workflowService.describeWorkerDeployment({
          namespace,
          deploymentName: taskQueue,
        });
      return {
        current: info?.routingConfig?.currentDeploymentVersion?.buildId || null,
        conflictToken: conflictToken ?? undefined,
      };
    } catch (error) {
      if (grpcCodeOf(error) === grpcCode.notFound) return null;
      throw error;
    }
  };
  return callServer({ client, work });
}
