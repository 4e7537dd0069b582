import type { Logger } from 'pino';
import { createDiscordActivities } from '../../activities/discord-activities.ts';
import { createLibraryActivities } from '../../activities/library-activities.ts';
import { createReplyActivities } from '../../activities/reply-activities.ts';
import { forbidTracing } from '../../adapters/llm/langchain.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { connectWorker } from '../../adapters/temporal/client/connect.ts';
import type { ReachableSettings } from '../../adapters/temporal/client/connection-settings.ts';
import { takeOverRuns } from '../../adapters/temporal/deployment/take-over.ts';
import { installRuntime } from '../../adapters/temporal/worker/runtime.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import { createWorkers, type WorkersRequest } from '../../adapters/temporal/worker/worker.ts';
import { channelFor } from '../../config/channel-for.ts';
import type { Config } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { noMetrics, type Metrics } from '../../domain/operations/metrics.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { Runs, RunStarts } from '../../domain/ports/runs.ts';
import { perConfig, type LiveConfig } from './live-config.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { identityOf } from './identity.ts';
import type { OpenedEmbeddings } from './embeddings.ts';
import { openMeter, openModel } from './model.ts';
import type { OpenPages } from '../../adapters/pages/open-pages.ts';
import { ownWorkflows } from './own-workflows.ts';
import type { Client } from '@temporalio/client';

export interface WorkerParts {
  readonly config: Config;
  readonly live: LiveConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Logger;
  readonly temporal: ReachableSettings;
  /** Null for a process that neither reads from nor posts to a chat. */
  readonly chat: Chat | null;
  /** The ids of the channels in which Steward works, with their keys in the config. All channels by default. */
  readonly listed?: ReadonlyMap<string, string> | null;
  /** Without them, search uses words alone. */
  readonly embeddings?: Pick<OpenedEmbeddings, 'embeddings' | 'charge'>;
  readonly metrics?: Metrics;
}

interface Opened {
  readonly client: Client;
  readonly storage: Storage;
  readonly pages: OpenPages;
  readonly runs: RunStarts & Runs;
}

export type WorkOptions = Pick<WorkersRequest, 'activityInterceptors' | 'deployment' | 'shutdownGraceTime'>;

export interface Running {
  /** Rejects when a worker fails for good. */
  readonly ended: Promise<void>;
  /** Stops the workers after their running steps. */
  readonly stop: () => Promise<void>;
}

/** What a step needs, with the settings of this moment. A step that has begun keeps its own. */
const depsOf = (
  { live, log, listed = null, embeddings }: WorkerParts,
  { storage, pages, runs }: Opened,
  model: Model,
) =>
  perConfig(live, (config) => ({
    ...storage,
    pages,
    countTokens,
    model,
    log,
    runs,
    config,
    channelFor: channelFor(config, listed),
    textsFor: textsFor(config),
    texts: textsFor(config)(null),
    origins: sourceOrigins(config),
    embeddings: embeddings?.embeddings ?? null,
  }));

/** Creates the steps with everything that they need, and starts workers for these roles. */
export async function startWorkers(
  parts: WorkerParts,
  opened: Opened,
  { roles, options }: { readonly roles: readonly WorkerRole[]; readonly options: WorkOptions },
): Promise<Running> {
  const { config, env, log, temporal, chat, metrics = noMetrics, embeddings } = parts;
  const { client, storage } = opened;
  const taskQueue = config.temporal.task_queue;
  const meter = openMeter(config, { records: storage.records, metrics, now: storage.now });
  embeddings?.charge(meter);
  const model = openModel(config, {
    meter,
    leftOut: ({ parameter, configPath }) =>
      log.warn(
        { parameter, setting: configPath },
        'llm_parameter_left_out: the model refuses it, so that it is not sent any more',
      ),
  });
  installRuntime(log);
  forbidTracing();
  const deps = depsOf(parts, opened, model);
  const connection = await connectWorker(temporal);
  const { deployment = null } = options;
  const workflowBundle = await ownWorkflows(env, log);
  const workers = await createWorkers({
    connection,
    namespace: temporal.namespace,
    taskQueue,
    roles,
    identity: identityOf(roles),
    activities: {
      reply: createReplyActivities(deps),
      library: createLibraryActivities(deps),
      ...(chat && { discord: createDiscordActivities(() => ({ ...deps(), chat })) }),
    },
    workflowBundle,
    maxCachedWorkflows: config.temporal.max_cached_workflows,
    concurrency: { ...config.temporal.concurrency, discord: config.temporal.concurrency.bot },
    log,
    ...options,
    deployment,
  });
  const run = async () => {
    try {
      await workers.run();
    } finally {
      await connection.close();
    }
  };
  const { buildId } = workflowBundle;
  return untilLost({
    ran: run(),
    shutdown: workers.shutdown,
    lost: storage.lost,
    takeOver: (signal) =>
      deployment && takeOverRuns({ client, taskQueue, buildId, mode: deployment, log, signal }),
  });
}

/** Workers that get no steps or cannot save their work are useless: the process ends, and a supervisor restarts it. */
function untilLost({
  ran,
  shutdown,
  lost,
  takeOver,
}: {
  readonly ran: Promise<void>;
  readonly shutdown: () => void;
  readonly lost: Promise<never>;
  readonly takeOver: (signal: AbortSignal) => Promise<void> | null;
}): Running {
  const stopping = new AbortController();
  const ended = Promise.race([ran, lost, failureOf(takeOver(stopping.signal))]);
  // Callers that await `ended` get the failure; without one it must not end the process.
  ended.catch(() => {});
  return {
    ended,
    async stop() {
      stopping.abort();
      shutdown();
      await ran;
    },
  };
}

/** Rejects when the work does. Never resolves. */
export const failureOf = async (work: Promise<void> | null): Promise<never> => {
  await work;
  return new Promise(() => {});
};
