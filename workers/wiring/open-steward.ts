import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { connectClient } from '../../adapters/temporal/client/connect.ts';
import { requireOwnStore } from '../../adapters/temporal/client/whose-store.ts';
import { createIntake } from '../../adapters/temporal/runs/intake.ts';
import { prepareNamespace } from '../../adapters/temporal/client/prepare-namespace.ts';
import { createRuns } from '../../adapters/temporal/runs/runs.ts';
import { hasRole, type WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import { quietWindowOf } from '../../domain/intake/quiet-windows.ts';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Runs, RunStarts } from '../../domain/ports/runs.ts';
import { askQuestion, type AskRequest } from '../../interactions/ask-question.ts';
import { identityOf } from './identity.ts';
import { measureRecords } from './measure-records.ts';
import type { OpenPages } from '../../adapters/pages/open-pages.ts';
import { liveOrigins, type LiveConfig } from './live-config.ts';
import { openStore, ownStore, openWeb } from './open-adapters.ts';
import { startWorkers, type Running, type WorkerParts, type WorkOptions } from './start-workers.ts';

export interface StewardParts extends WorkerParts {
  /** True for a store that need not belong to the task queue, such as a demo's. */
  readonly isTrial?: boolean;
  /** Whether this process prints the text files, which the role library does. */
  readonly prints?: boolean;
  /** The base of the task queues that own the store, if this process uses others. */
  readonly trialOf?: string;
  readonly now?: () => Date;
}

export interface Steward extends OfSteward {
  readonly storage: Storage;
  readonly live: LiveConfig;
  readonly intake: Intake;
  readonly runs: Runs & RunStarts;
  readonly pages: OpenPages;
  /** Asks a question from outside any channel. */
  readonly ask: (request: AskRequest) => Promise<AskedRun>;
  /** Starts workers for these roles. */
  readonly work: (roles: readonly WorkerRole[], options?: WorkOptions) => Promise<Running>;
  readonly close: () => Promise<void>;
}

/** How long a worker waits for the one with the role library to create a store that several hosts share. */
const storeMilliseconds = 60_000;

/** Connects to Temporal, checks the store, and creates what the processes need. */
export async function openSteward(parts: StewardParts): Promise<Steward> {
  const { config, log, temporal, live, isTrial = false, prints = false, now: clock } = parts;
  const { trialOf, embeddings, metrics } = parts;
  const client = await connectClient(temporal, { identity: identityOf(['client']) });
  const taskQueue = config.temporal.task_queue;
  const opened = new AsyncDisposableStack();
  opened.defer(() => client.connection.close());
  try {
    await prepareNamespace({ ...temporal, connection: client.connection, log });
    const pages = await openWeb(config);
    opened.defer(() => pages.close());
    const store = await openStore(config, {
      log,
      prints,
      embeddings: embeddings?.embeddings ?? null,
      waitMilliseconds: storeMilliseconds,
      ...(clock && { now: clock }),
      extract: (document) => pages.extract(document),
      origins: liveOrigins(live),
    });
    opened.defer(() => store.close());
    const storage = metrics ? { ...store, records: measureRecords(store.records, metrics) } : store;
    if (!isTrial)
      await requireOwnStore({
        client,
        taskQueue: trialOf ?? taskQueue,
        store: await ownStore(config, storage),
        binds: trialOf === undefined,
      });
    const runs = createRuns({ client, taskQueue });
    let answers = false;
    const intake = createIntake({
      client,
      records: storage.records,
      taskQueue,
      quietWindow: quietWindowOf(config.discord),
      messageTtlHours,
      now: storage.now,
      log,
      windowOpened: () => {
        if (answers) embeddings?.embeddings?.warm?.();
      },
    });
    const work: Steward['work'] = async (roles, options = {}) => {
      answers ||= hasRole(roles, 'reply');
      const running = await startWorkers(parts, { client, storage, pages, runs }, { roles, options });
      opened.defer(() => running.stop().catch(() => {}));
      return running;
    };
    const ask = (request: AskRequest) => askQuestion({ ...storage, runs }, request);
    const close = () => opened.disposeAsync();
    return { client, taskQueue, storage, live, intake, runs, pages, ask, work, close };
  } catch (error) {
    await opened.disposeAsync().catch(() => {});
    throw error;
  }
}

/** Long enough for edits and deletions to find their message, and for a batch to wait for a worker. */
const messageTtlHours = 24 * 8;
