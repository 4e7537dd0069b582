import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { findPollers, terminateRuns } from '../../adapters/temporal/runs/inspect-runs.ts';
import { openMetrics, type OpenedMetrics } from '../../adapters/temporal/worker/metrics.ts';
import { fieldsOfRun } from '../../adapters/temporal/worker/runtime.ts';
import { hasRole, type WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import { rehearsalBase, trialBase } from '../../workflows/contract/names.ts';
import type { Config } from '../../config/schema.ts';
import { refreshAndWait } from '../running/refresh-and-wait.ts';
import {
  noChatConnection,
  openChatConnection,
  openChatReading,
  type ChatConnection,
} from '../running/chat-connection.ts';
import { UsageError } from './exit.ts';
import { createLogger } from '../wiring/logger.ts';
import { loadCommandConfig } from './load.ts';
import { probeModels } from '../wiring/model.ts';
import { progressTo } from './progress.ts';
import { reachTemporal, type TemporalAt } from '../wiring/temporal-server.ts';
import { requireStore, temporalDir } from '../wiring/open-adapters.ts';
import { PortError, isTransient } from '../../domain/ports/errors.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import { openEmbeddings, type OpenedEmbeddings } from '../wiring/embeddings.ts';
import { createLiveConfig } from '../wiring/live-config.ts';
import { openSteward, type Steward } from '../wiring/open-steward.ts';
import type { ConfigOption } from './command-parts.ts';

export interface CommandContext {
  readonly config: Config;
  readonly steward: Steward;
  readonly embeddings: OpenedEmbeddings;
  readonly chatConnection: ChatConnection;
  readonly temporal: TemporalAt;
  /** Null unless this is a worker whose config has a port for metrics. */
  readonly metrics: OpenedMetrics | null;
  readonly log: Logger;
  readonly progress: Progress;
}

interface WithOptions {
  /**
   * The roles of a worker, which has a chat, prints, serves and measures what these need, logs to standard error, and starts although a
   * model is down or limits requests, as any command does where others stand in for it.
   */
  readonly worker?: readonly WorkerRole[];
  /** Whether a worker logs JSON although a person reads its terminal. */
  readonly json?: boolean;
  /** Whether it calls a model; a missing or unreachable model is then reported before anything starts. Default true. */
  readonly asks?: boolean;
  /** Whether it only reads, so that the store must be there. */
  readonly reads?: boolean;
  /** Whether it works on its own queues, apart from the running Steward. */
  readonly onOwnQueues?: boolean;
  /** Whether it reads the past of the chat, on queues whose runs outlive it. */
  readonly rehearses?: 'chat' | 'http' | null;
  /** Changes what the file and the variables say, as for an emulated Discord. */
  readonly changed?: (config: Config) => Config;
}

/** Loads the config, connects to Temporal, opens the store, does the work, and closes everything. */
export async function withSteward(
  options: ConfigOption & WithOptions,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const { worker, onOwnQueues = false, rehearses = null } = options;
  const progress = progressTo(process.stderr);
  const { config, withChanges, base, env, log } = await prepare(options);
  const live = createLiveConfig(config, withChanges);
  const metrics = worker && config.metrics.port !== null ? await openMetrics(log) : null;
  const embeddings = openEmbeddings(config, env, log);
  const chatConnection = worker
    ? await openChatConnection(config, log, hasRole(worker, 'bot'))
    : rehearses
      ? await openChatReading(config, log, rehearses === 'chat')
      : noChatConnection;
  try {
    const temporal = await reachTemporal({
      env,
      dir: temporalDir(config),
      uiUrl: config.temporal.ui_url,
      progress,
    });
    const steward = await openSteward({
      config,
      live,
      env,
      log,
      temporal: temporal.settings,
      chat: chatConnection.chat,
      listed: chatConnection.listed,
      prints: hasRole(worker ?? [], 'library'),
      embeddings,
      ...(metrics && { metrics: metrics.metrics }),
      ...((onOwnQueues || rehearses) && { trialOf: base }),
    });
    try {
      live.onChange(() => chatConnection.list(Object.keys(live.current().discord.channels)));
      await live.follow(steward.storage.records, log);
      await work({ config, steward, chatConnection, embeddings, temporal, metrics, log, progress });
    } finally {
      live.close();
      if (onOwnQueues) await terminateRuns(steward).catch(() => {});
      await steward.close();
    }
  } finally {
    embeddings.close();
    await chatConnection.close();
  }
}

/** Returns the config, with own task queues if the command uses them, the base from the config file, and the log. */
async function prepare({
  config: configFile,
  asks = true,
  reads = false,
  onOwnQueues = false,
  rehearses = null,
  changed = (config) => config,
  json = false,
  worker,
}: ConfigOption & WithOptions) {
  const { config: loaded, env, withChanges } = loadCommandConfig(configFile);
  if (reads) requireStore(loaded);
  const base = loaded.temporal.task_queue;
  const taskQueue = rehearses
    ? rehearsalBase(base)
    : onOwnQueues
      ? trialBase(base, randomUUID().slice(0, 8))
      : base;
  const config = changed({ ...loaded, temporal: { ...loaded.temporal, task_queue: taskQueue } });
  const others = [...config.ai_response.fallbacks, ...config.kb.fallbacks];
  const doubts = asks ? await probe(config, worker !== undefined || others.length > 0) : [];
  // For any other command, the terminal shows only progress and results.
  const file = worker ? null : join(config.storage.data_dir, 'steward.log');
  const inSentences = worker !== undefined && !json && process.stderr.isTTY;
  const log = createLogger({ level: config.logging.level, file, inSentences, fieldsOfRun });
  for (const { code, kind, message } of doubts)
    log.warn({ code, reason: message }, kind === 'transient' ? 'model_away' : 'model_doubtful');
  return { config, withChanges, base, env: { ...env }, log };
}

/** Starts workers in this process for a command that asks, and builds the documents' index if there is none. */
export async function answerHere(
  { steward, progress }: CommandContext,
  roles: readonly WorkerRole[] = ['reply', 'library'],
): Promise<void> {
  await steward.work(roles);
  if ((await steward.storage.sources.documentIndex()) === '') await refreshAndWait({ ...steward, progress });
}

/** For a channel that the command line names. */
export const unlistedChannel = (channels: Config['discord']['channels'], name: string): UsageError =>
  new UsageError(
    `discord.channels does not list ${JSON.stringify(name.slice(0, 80))}; it lists ${Object.keys(channels).join(', ') || 'none'}.`,
  );

/** Says that no worker runs, when a command has only started or resumed a run that needs one. */
export async function tellWithoutWorker({ steward, progress }: CommandContext): Promise<void> {
  const queues = await findPollers(steward);
  if (queues.some(({ kind, workers }) => kind === 'library' && workers.length > 0)) return;
  progress(
    'No worker with the role library runs. The work continues as soon as one does: npx steward worker',
  );
}

/** Returns the problems with models that do not end the process: outages, and answers that cannot be used. */
async function probe(config: Config, outlivesOutages: boolean): Promise<readonly PortError[]> {
  try {
    return (await probeModels(config)).flatMap(({ doubt }) => doubt ?? []);
  } catch (error) {
    if (outlivesOutages && isTransient(error)) return [error];
    throw error;
  }
}
