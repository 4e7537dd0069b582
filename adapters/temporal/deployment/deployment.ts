import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import { callServer, type OfSteward } from '../client/call-server.ts';
import { grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';
import { openRunsQuery, quoted } from '../runs/list-runs.ts';

/**
 * The versions of one Steward's workflows in Temporal: a worker deployment named after the base of the task queues. Only workers of
 * workflow tasks belong to it; steps go to any worker that polls their queue.
 */
export interface Deployment {
  /** The build id that new and upgrading runs go to; null when they go to workers without a version. */
  readonly current: string | null;
  /** Newest first. */
  readonly versions: readonly DeploymentVersion[];
  /** With it, the server refuses a change that is based on an older state than its own. */
  readonly conflictToken: Uint8Array | undefined;
}

export interface DeploymentVersion {
  readonly buildId: string;
  readonly createdAt: Date;
  /** Null if it never was current. */
  readonly lastCurrentAt: Date | null;
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
      const versions = (info?.versionSummaries ?? []).map((summary) => ({
        buildId: summary.deploymentVersion?.buildId ?? '',
        createdAt: optionalTsToDate(summary.createTime) ?? new Date(0),
        // Servers before 1.30 report only when it stopped being current.
        lastCurrentAt: optionalTsToDate(summary.lastCurrentTime ?? summary.lastDeactivationTime) ?? null,
      }));
      return {
        current: info?.routingConfig?.currentDeploymentVersion?.buildId || null,
        versions: versions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
        conflictToken: conflictToken ?? undefined,
      };
    } catch (error) {
      if (grpcCodeOf(error) === grpcCode.notFound) return null;
      throw error;
    }
  };
  return callServer({ client, work });
}

/** How many runs of a version are open; `pinned` ones need its workers until they end. */
export interface OpenRuns {
  readonly open: number;
  readonly pinned: number;
}

export async function openRunsOf({
  client,
  taskQueue,
  buildId,
}: OfSteward & { readonly buildId: string }): Promise<OpenRuns> {
  const query = `${openRunsQuery(taskQueue)} AND TemporalWorkerDeploymentVersion = ${quoted(`${taskQueue}:${buildId}`)}`;
  const count = (more = '') => callServer({ client, work: () => client.workflow.count(`${query}${more}`) });
  const pinned = await count(" AND TemporalWorkflowVersioningBehavior = 'Pinned'");
  return { open: (await count()).count, pinned: pinned.count };
}
