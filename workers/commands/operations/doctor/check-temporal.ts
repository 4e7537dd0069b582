import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client } from '@temporalio/client';
import { stewardCacheDir } from '../../../../adapters/packages/cache-dir.ts';
import { connectClient } from '../../../../adapters/temporal/client/connect.ts';
import {
  embeddedSettings,
  loadConnection,
} from '../../../../adapters/temporal/client/connection-settings.ts';
import { requireOwnStore } from '../../../../adapters/temporal/client/whose-store.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { OfSteward } from '../../../../adapters/temporal/client/call-server.ts';
import { findDeployment } from '../../../../adapters/temporal/deployment/deployment.ts';
import {
  findPollers,
  stuckRuns,
  type PollingWorker,
  type QueueKind,
} from '../../../../adapters/temporal/runs/inspect-runs.ts';
import { cachedBinaryPath } from '../../../../adapters/temporal/server/find-server.ts';
import type { Config } from '../../../../config/schema.ts';
import { PortError } from '../../../../domain/ports/errors.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { neededQueues, ownServer, ownStore } from '../../../wiring/open-adapters.ts';
import { clockFinding } from './check-clock.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';

/** Checks the server and its workers. */
export async function checkTemporal(
  config: Config,
  env: NodeJS.ProcessEnv,
  storage: Storage | null,
): Promise<readonly CheckResult[]> {
  const { address, ...settings } = loadConnection(env);
  if (address !== null) {
    const client = await connectClient({ ...settings, address });
    return lookAt(client, config, storage, `answers at ${address}, namespace ${settings.namespace}`);
  }
  const running = await ownServer(config);
  if (running) {
    const settingsHere = embeddedSettings({
      address: `127.0.0.1:${running.port}`,
      namespace: settings.namespace,
    });
    return lookAt(
      await connectClient(settingsHere),
      config,
      storage,
      `Steward's own server runs on port ${running.port}`,
    );
  }
  const mute = ((await storage?.records.workers()) ?? []).map(({ name }) => name);
  if (mute.length > 0)
    return [
      problem(
        `${mute.join(', ')} can do nothing, because the Temporal server of this folder has ended: start that worker again`,
      ),
    ];
  const binary = cachedBinaryPath(stewardCacheDir(env));
  const installed = await access(binary).then(
    () => true,
    () => false,
  );
  return [
    passed(
      installed
        ? `no TEMPORAL_ADDRESS; Steward starts its own server from ${dirname(binary)}`
        : 'no TEMPORAL_ADDRESS; Steward installs and starts its own server at the first start (once, some minutes)',
    ),
  ];
}

/** Checks the store, the workers of each queue, stuck runs, and the clock of the server. */
async function lookAt(
  client: Client,
  config: Config,
  storage: Storage | null,
  message: string,
): Promise<readonly CheckResult[]> {
  const target = { client, taskQueue: config.temporal.task_queue };
  const isNeeded = neededQueues(config);
  try {
    const { queues, clockAhead } = await findPollers(target);
    const polled = queues.filter(({ workers }) => workers.length > 0);
    const idle = queues.filter(({ workers, kind }) => workers.length === 0 && isNeeded(kind));
    const stuck = (await stuckRuns(target)).map(({ workflowId }) => workflowId);
    return [
      passed(message),
      ...(await storeFindings(target, config, storage)),
      ...polled.map(({ queue, workers }) => passed(`${queue}: ${workers.map(nameOf).join(', ')}`)),
      ...(polled.length === 0 ? [warning('no worker runs: npx steward worker')] : []),
      ...(polled.length > 0 && idle.length > 0
        ? [
            problem(
              `nobody works on ${idle.map(({ queue }) => queue).join(', ')}: ` +
                `npx steward worker --role ${idle.map(({ kind }) => roles[kind]).join(',')}`,
            ),
          ]
        : []),
      ...(await versionFindings(
        target,
        polled.flatMap(({ workers }) => workers),
      )),
      ...(stuck.length > 0
        ? [
            problem(
              `${countOf(stuck.length, 'run')} cannot continue on this version: ${stuck.slice(0, 5).join(', ')}; see docs/upgrade.md`,
            ),
          ]
        : []),
      ...clockFinding("Temporal's", clockAhead),
    ];
  } finally {
    await client.connection.close();
  }
}

const roles: Readonly<Record<QueueKind, string>> = {
  workflows: 'all',
  reply: 'reply',
  library: 'library',
  discord: 'bot',
};

const nameOf = ({ identity, buildId }: PollingWorker): string =>
  buildId === null ? identity : `${identity} with workflows ${buildId}`;

async function versionFindings(
  target: OfSteward,
  workers: readonly PollingWorker[],
): Promise<readonly CheckResult[]> {
  // A server without versions has no current one.
  const current = (await findDeployment(target).catch(() => null))?.current ?? null;
  if (current === null || workers.length === 0) return [];
  if (workers.some(({ buildId }) => buildId === current)) return [];
  return [
    problem(
      `nobody works on ${current}, the current version of the workflows: start its worker, or make another version current (docs/upgrade.md)`,
    ),
  ];
}

async function storeFindings(
  { client, taskQueue }: OfSteward,
  config: Config,
  storage: Storage | null,
): Promise<readonly CheckResult[]> {
  if (storage === null) return [];
  try {
    await requireOwnStore({ client, taskQueue, store: await ownStore(config, storage), claims: false });
    return [];
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return [problem(error.message)];
  }
}
