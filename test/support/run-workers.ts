import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { pino } from 'pino';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { takeOverRuns } from '../../adapters/temporal/deployment/take-over.ts';
import { connectWorker } from '../../adapters/temporal/client/connect.ts';
import { installRuntime } from '../../adapters/temporal/worker/runtime.ts';
import { createWorkers, type WorkersRequest } from '../../adapters/temporal/worker/worker.ts';
import type { WorkflowBundle } from '../../adapters/temporal/deployment/workflow-bundle.ts';
import { loadWorkflowBundle } from '../../adapters/temporal/deployment/workflow-bundle.ts';
import { testClient, testConnection } from './temporal.ts';

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Workflows of one step. */
export const fixtureWorkflows = fileURLToPath(new URL('temporal-fixtures/workflows.ts', import.meta.url));

export const silentLog = pino({ level: 'silent' });

export interface RunningWorkers extends WorkflowBundle {
  /** Resolves when all have stopped. Also called at the end of the test. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs workers inside the test's process until the test ends. With a `deployment`, they have taken over when this
 * returns.
 */
export async function runWorkers(
  request: Pick<
    WorkersRequest,
    'taskQueue' | 'activities' | 'activityInterceptors' | 'maxCachedWorkflows' | 'deployment'
  > & {
    readonly roles?: WorkersRequest['roles'];
    /** The real workflows by default. */
    readonly workflowsPath?: string;
    readonly log?: WorkersRequest['log'];
  },
): Promise<RunningWorkers> {
  const {
    log = silentLog,
    roles = ['all'],
    workflowsPath = inCheckout('workflows/index.ts'),
    ...rest
  } = request;
  installRuntime(log);
  const settings = testConnection();
  const connection = await connectWorker(settings);
  const workflowBundle = await loadWorkflowBundle({
    workflowsPath,
    roots: [dirname(workflowsPath), inCheckout('workflows'), inCheckout('domain')],
    cacheDir: stewardCacheDir(process.env),
    log,
  });
  const { namespace } = settings;
  const workers = await createWorkers({
    ...rest,
    roles,
    connection,
    namespace,
    workflowBundle,
    log,
    shutdownGraceTime: 500,
  }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const running = workers.run();
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= (async () => {
      workers.shutdown();
      await running;
      await connection.close();
    })();
    return stopped;
  };
  onTestFinished(stop);
  const { buildId } = workflowBundle;
  const { taskQueue, deployment: mode = null } = rest;
  const { signal } = new AbortController();
  if (mode) await takeOverRuns({ client: await testClient(), taskQueue, buildId, mode, log, signal });
  return { stop, ...workflowBundle };
}
