import {
  Worker,
  type ActivityInterceptorsFactory,
  type NativeConnection,
  type WorkerOptions,
} from '@temporalio/worker';
import { queues, unusedPatches } from '../../../workflows/contract/names.ts';
import type { Log } from '../../../domain/ports/log.ts';
import type { WorkflowBundle } from '../deployment/workflow-bundle.ts';
import type { DeploymentMode } from '../deployment/take-over.ts';
import { activityQueues, type ActivityQueue, type WorkerRole } from './worker-roles.ts';

export interface Workers {
  /** Works until `shutdown`. When a worker fails for good, stops the others and rejects. */
  readonly run: () => Promise<void>;
  /** Lets running steps end within the grace time, then cancels the rest, which are retried elsewhere. */
  readonly shutdown: () => void;
}

export interface WorkersRequest {
  readonly connection: NativeConnection;
  readonly namespace: string;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  /** Temporal shows this name beside the tasks that the workers have done. */
  readonly identity?: string;
  readonly roles: readonly WorkerRole[];
  /** Required for the queues of the roles. */
  readonly activities: Readonly<Partial<Record<ActivityQueue, object>>>;
  readonly workflowBundle: WorkflowBundle;
  /** How a new version of the workflows takes over. Null, the default: workers have no version and continue any run. */
  readonly deployment?: DeploymentMode | null;
  readonly activityInterceptors?: readonly ActivityInterceptorsFactory[];
  readonly maxCachedWorkflows?: number;
  /** Steps that run at once, and workflow tasks; the SDK's 100 and 40 by default. */
  readonly concurrency?: Readonly<Record<ActivityQueue | 'workflows', number>>;
  /** Milliseconds, 10 s by default. */
  readonly shutdownGraceTime?: number;
  readonly log: Log;
}

/** A cancel reaches a step with its next heartbeat, so heartbeats may not be held back for long. */
const heartbeatThrottleMilliseconds = 500;

/** How long a run waits for the worker that has it in memory and may have died. Any other worker must replay it first. */
const stickyMilliseconds = 2_000;

/** One worker for workflow tasks and one for each activity queue of the roles. */
export async function createWorkers(request: WorkersRequest): Promise<Workers> {
  const { namespace, roles, log } = request;
  const workers: Worker[] = [];
  for (const each of [workflowOptions(request), ...activityOptions(request)])
    workers.push(await Worker.create(each));
  const taskQueues = workers.map(({ options }) => options.taskQueue);
  log.info({ event: 'temporal.workers_created', namespace, roles, taskQueues }, 'Workers created');
  let stopping = false;
  const shutdown = () => {
    stopping = true;
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  return {
    shutdown,
    run: async () => {
      const runs = workers.map((worker) => worker.run());
      if (stopping) shutdown();
      await Promise.race(runs)
        .catch(() => {})
        .finally(shutdown);
      const failed = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  };
}

const commonOptions = ({
  connection,
  namespace,
  identity,
  shutdownGraceTime = 10_000,
}: WorkersRequest): Omit<WorkerOptions, 'taskQueue'> => ({
  connection,
  namespace,
  ...(identity !== undefined && { identity }),
  shutdownGraceTime,
  shutdownForceTime: shutdownGraceTime + 10_000,
});

function workflowOptions(request: WorkersRequest): WorkerOptions {
  const {
    taskQueue,
    workflowBundle,
    deployment = null,
    maxCachedWorkflows = Infinity,
    concurrency,
  } = request;
  return {
    ...commonOptions(request),
    taskQueue: queues(taskQueue).workflows,
    workflowBundle,
    stickyQueueScheduleToStartTimeout: stickyMilliseconds,
    patchActivationCallback: ({ patchId }) => !unusedPatches.includes(patchId),
    ...(deployment !== null && {
      workerDeploymentOptions: {
        version: { deploymentName: taskQueue, buildId: workflowBundle.buildId },
        useWorkerVersioning: true,
        // For the short workflows; the others choose `AUTO_UPGRADE` themselves.
        defaultVersioningBehavior: deployment === 'rolling' ? 'PINNED' : 'AUTO_UPGRADE',
      },
    }),
    ...(maxCachedWorkflows < Infinity && { maxCachedWorkflows }),
    ...(concurrency && {
      maxConcurrentWorkflowTaskExecutions: Math.min(concurrency.workflows, maxCachedWorkflows),
    }),
  };
}

function activityOptions(request: WorkersRequest): readonly WorkerOptions[] {
  const { roles, taskQueue, activities, activityInterceptors = [], concurrency } = request;
  return activityQueues(roles, taskQueue).map(({ queue, name }) => {
    const implemented = activities[queue];
    if (!implemented) throw new Error(`no activities for the queue ${name}`);
    return {
      ...commonOptions(request),
      taskQueue: name,
      activities: implemented,
      ...(concurrency && { maxConcurrentActivityTaskExecutions: concurrency[queue] }),
      maxHeartbeatThrottleInterval: heartbeatThrottleMilliseconds,
      defaultHeartbeatThrottleInterval: heartbeatThrottleMilliseconds,
      interceptors: { activity: [...activityInterceptors] },
    };
  });
}
