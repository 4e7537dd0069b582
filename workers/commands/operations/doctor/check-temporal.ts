import type { Client } from '@temporalio/client';
import { connectClient } from '../../../../adapters/temporal/client/connect.ts';
import {
  embeddedSettings,
  loadConnection,
} from '../../../../adapters/temporal/client/connection-settings.ts';
import { requireOwnStore } from '../../../../adapters/temporal/client/whose-store.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { OfSteward } from '../../../../adapters/temporal/client/call-server.ts';
import { findPollers, stuckRuns, type QueueKind } from '../../../../adapters/temporal/runs/inspect-runs.ts';
import type { Config } from '../../../../config/schema.ts';
import { PortError } from '../../../../domain/ports/errors.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { neededQueues, ownServer, ownStore } from '../../../wiring/open-adapters.ts';
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
  return [passed('no TEMPORAL_ADDRESS: Steward installs its own server, once, and starts it')];
}

/** Checks the store, the workers of each queue, and stuck runs. */
async function lookAt(
  client: Client,
  config: Config,
  storage: Storage | null,
  message: string,
): Promise<readonly CheckResult[]> {
  const target = { client, taskQueue: config.temporal.task_queue };
  const isNeeded = neededQueues(config);
  try {
    const queues = await findPollers(target);
    const polled = queues.filter(({ workers }) => workers.length > 0);
    const idle = queues.filter(({ workers, kind }) => workers.length === 0 && isNeeded(kind));
    const stuck = (await stuckRuns(target)).map(({ workflowId }) => workflowId);
    return [
      passed(message),
      ...(await storeFindings(target, config, storage)),
      ...polled.map(({ queue, workers }) => passed(`${queue}: ${workers.join(', ')}`)),
      ...(polled.length === 0 ? [warning('no worker runs: npx steward worker')] : []),
      ...(polled.length > 0 && idle.length > 0
        ? [
            problem(
              `nobody works on ${idle.map(({ queue }) => queue).join(', ')}: ` +
                `npx steward worker --role ${idle.map(({ kind }) => roles[kind]).join(',')}`,
            ),
          ]
        : []),
      ...(stuck.length > 0
        ? [
            problem(
              `${countOf(stuck.length, 'run')} cannot continue on this version: ${stuck.slice(0, 5).join(', ')}; see docs/upgrade.md`,
            ),
          ]
        : []),
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
