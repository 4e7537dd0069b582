import type { Logger } from 'pino';
import { createDiscordActivities } from '../../activities/discord-activities.ts';
import { createLibraryActivities } from '../../activities/library-activities.ts';
import { createReplyActivities } from '../../activities/reply-activities.ts';
import { createGithubIssues } from '../../adapters/issues/github-issues.ts';
import { forbidTracing } from '../../adapters/llm/langchain.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { connectClient, connectWorker } from '../../adapters/temporal/client/connect.ts';
import { requireOwnStore } from '../../adapters/temporal/client/whose-store.ts';
import type { ReachableSettings } from '../../adapters/temporal/client/connection-settings.ts';
import { takeOverRuns, usableMode } from '../../adapters/temporal/deployment/take-over.ts';
import { createIntake } from '../../adapters/temporal/runs/intake.ts';
import { prepareNamespace } from '../../adapters/temporal/client/prepare-namespace.ts';
import { createRuns } from '../../adapters/temporal/runs/runs.ts';
import { installRuntime } from '../../adapters/temporal/worker/runtime.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import { keepVersion } from '../../adapters/temporal/deployment/saved-bundles.ts';
import { createWorkers, type WorkersRequest } from '../../adapters/temporal/worker/worker.ts';
import { channelFor } from '../../config/channel-for.ts';
import type { Config } from '../../config/schema.ts';
import { quietWindowOf } from '../../config/quiet-window.ts';
import { textsFor } from '../../config/texts-for.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { noMetrics, type Metrics } from '../../domain/operations/metrics.ts';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Issues } from '../../domain/ports/gaps.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { Runs, RunStarts } from '../../domain/ports/runs.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { askQuestion, type AskRequest } from '../../interactions/ask-question.ts';
import { identityOf } from './identity.ts';
import { measureRecords } from './measure-records.ts';
import type { OpenedEmbeddings } from './embeddings.ts';
import { openMeter, openModel } from './model.ts';
import type { OpenPages } from '../../adapters/pages/open-pages.ts';
import { openStore, ownStore, openWeb } from './open-adapters.ts';
import { ownWorkflows } from './own-workflows.ts';

export interface StewardParts {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Logger;
  readonly temporal: ReachableSettings;
  /** Null for a process that neither reads from nor posts to a chat. */
  readonly chat: Chat | null;
  /** True for a store that need not belong to the task queue, such as a demo's. */
  readonly isTrial?: boolean;
  /** Whether this process prints the text files, which the role library does. */
  readonly prints?: boolean;
  /** The base of the task queues that own the store, if this process uses others. */
  readonly trialOf?: string;
  /** The ids of the channels in which Steward works, with their keys in the config. All channels by default. */
  readonly listed?: ReadonlyMap<string, string> | null;
  readonly now?: () => Date;
  /** Without them, search uses words alone. */
  readonly embeddings?: Pick<OpenedEmbeddings, 'embeddings' | 'charge'>;
  readonly metrics?: Metrics;
}

export interface Steward extends OfSteward {
  readonly storage: Storage;
  readonly intake: Intake;
  readonly runs: Runs & RunStarts;
  readonly pages: OpenPages;
  /** Asks a question from outside any channel. */
  readonly ask: (asked: AskRequest) => Promise<AskedRun>;
  /** Starts workers for these roles. */
  readonly work: (roles: readonly WorkerRole[], options?: WorkOptions) => Promise<Running>;
  readonly close: () => Promise<void>;
}

type WorkOptions = Pick<WorkersRequest, 'activityInterceptors' | 'deployment' | 'shutdownGraceTime'>;

interface Running {
  /** Rejects when a worker fails for good. */
  readonly ended: Promise<void>;
  /** Stops the workers after their running steps. */
  readonly stop: () => Promise<void>;
}

/** How long a worker waits for the one with the role library to create a store that several hosts share. */
const storeMilliseconds = 60_000;

/** Connects to Temporal, checks the store, and creates what the processes need. */
export async function openSteward(parts: StewardParts): Promise<Steward> {
  const { config, log, temporal, isTrial = false, prints = false, now: clock } = parts;
  const { trialOf, embeddings, metrics } = parts;
  const client = await connectClient(temporal, { identity: identityOf(['client']) });
  const taskQueue = config.temporal.task_queue;
  const opened: (() => Promise<void> | void)[] = [() => client.connection.close()];
  const close = async () => {
    for (const end of opened.splice(0).toReversed()) await end();
  };
  try {
    await prepareNamespace({ connection: client.connection, namespace: temporal.namespace, log });
    const pages = await openWeb(config);
    opened.push(() => pages.close());
    const store = await openStore(config, {
      log,
      prints,
      embeddings: embeddings?.embeddings ?? null,
      waitMilliseconds: storeMilliseconds,
      ...(clock && { now: clock }),
      extract: (document) => pages.extract(document),
    });
    opened.push(() => store.close());
    const storage = metrics ? { ...store, records: measureRecords(store.records, metrics) } : store;
    if (!isTrial)
      await requireOwnStore({
        client,
        taskQueue: trialOf ?? taskQueue,
        store: await ownStore(config, storage),
        claims: trialOf === undefined,
      });
    const runs = createRuns({ client, taskQueue });
    const intake = createIntake({
      client,
      records: storage.records,
      taskQueue,
      quietWindow: quietWindowOf(config.discord),
      messageTtlHours,
      now: storage.now,
      log,
    });
    const work: Steward['work'] = async (roles, options = {}) => {
      const running = await startWorkers(parts, { client, storage, pages, runs }, { roles, options });
      opened.push(() => running.stop().catch(() => {}));
      return running;
    };
    const ask = (asked: AskRequest) => askQuestion({ ...storage, runs }, asked);
    return { client, taskQueue, storage, intake, runs, pages, ask, work, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = Pick<Steward, 'client' | 'storage' | 'pages' | 'runs'>;

const depsOf = (
  { config, log, listed = null, embeddings }: StewardParts,
  { storage, pages, runs }: Opened,
  model: Model,
) => ({
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
  issues: issuesOf(config),
  embeddings: embeddings?.embeddings ?? null,
});

async function startWorkers(
  parts: StewardParts,
  opened: Opened,
  { roles, options }: { readonly roles: readonly WorkerRole[]; readonly options: WorkOptions },
): Promise<Running> {
  const { config, env, log, temporal, chat, metrics = noMetrics, embeddings } = parts;
  const { client, storage } = opened;
  const meter = openMeter(config, { records: storage.records, metrics, now: storage.now });
  embeddings?.charge(meter);
  const { model, close: closeModel } = await openModel(config, { meter });
  installRuntime({ log });
  forbidTracing();
  const deps = depsOf(parts, opened, model);
  const connection = await connectWorker(temporal);
  const taskQueue = config.temporal.task_queue;
  const deployment = await usableMode({ client, taskQueue, mode: options.deployment ?? null, log });
  const workflowBundle = await ownWorkflows(env, log);
  if (deployment !== null) await keepVersion({ ...workflowBundle, cacheDir: stewardCacheDir(env), log });
  const workers = await createWorkers({
    connection,
    namespace: temporal.namespace,
    taskQueue,
    roles,
    identity: identityOf(roles),
    activities: {
      reply: createReplyActivities(deps),
      library: createLibraryActivities(deps),
      ...(chat && { discord: createDiscordActivities({ ...deps, chat }) }),
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
      await closeModel();
    }
  };
  const ran = run();
  const stopping = new AbortController();
  const { buildId } = workflowBundle;
  const tookOver =
    deployment &&
    takeOverRuns({ client, taskQueue, buildId, mode: deployment, log, signal: stopping.signal });
  // Workers that get no steps or cannot save their work are useless: the process ends, and a supervisor restarts it.
  const ended = Promise.race([ran, storage.lost, failureOf(tookOver)]);
  const stop = async () => {
    stopping.abort();
    workers.shutdown();
    await ran;
  };
  // Callers that await `ended` get the failure; without one it must not end the process.
  ended.catch(() => {});
  return { ended, stop };
}

/** Null if the config has no repository or no token for it. */
function issuesOf({ kb }: Config): Issues | null {
  const { repository, api_url: apiUrl, token } = kb.gap_issues;
  return repository === null || token === null
    ? null
    : createGithubIssues({ apiUrl, repository, token: token.reveal() });
}

/** Rejects when the work does. Never resolves. */
export const failureOf = async (work: Promise<void> | null): Promise<never> => {
  await work;
  return new Promise(() => {});
};

/** Long enough for edits and deletions to find their message, and for a batch to wait for a worker. */
const messageTtlHours = 24 * 8;
