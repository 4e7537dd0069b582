import { connectClient } from '../../../../adapters/temporal/client/connect.ts';
import {
  embeddedSettings,
  loadConnection,
} from '../../../../adapters/temporal/client/connection-settings.ts';
import { requireOwnStore } from '../../../../adapters/temporal/client/whose-store.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import { findPollers, stuckRuns } from '../../../../adapters/temporal/runs/inspect-runs.ts';
import { roleOf } from '../../../../adapters/temporal/worker/worker-roles.ts';
import type { Config } from '../../../../config/schema.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { neededQueues, ownServer, ownStore } from '../../../wiring/open-adapters.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';

/** Checks the server, the store that it knows, the workers of each queue, and stuck runs. */
export async function checkTemporal(
  config: Config,
  env: NodeJS.ProcessEnv,
  storage: Storage | null,
): Promise<readonly CheckResult[]> {
  const { address, ...settings } = loadConnection(env);
  const server = address === null ? await ownServer(config) : null;
  if (address === null && server === null)
    return [passed('no TEMPORAL_ADDRESS: Steward installs its own server, once, and starts it')];
  const client = await connectClient(
    server
      ? embeddedSettings({ address: `127.0.0.1:${server.port}`, namespace: settings.namespace })
      : { ...settings, address: address ?? '' },
  );
  const target = { client, taskQueue: config.temporal.task_queue };
  const isNeeded = neededQueues(config);
  try {
    if (storage) await requireOwnStore({ ...target, store: await ownStore(config, storage), binds: false });
    // Temporal lists a worker for a minute after its last poll; one that stops takes its name out of the store at once.
    const working = (await storage?.records.workers())?.map(({ name }) => `@${name} `);
    const isWorking = (worker: string) => working?.some((name) => worker.includes(name)) ?? true;
    const queues = (await findPollers(target)).map((queue) => ({
      ...queue,
      workers: queue.workers.filter(isWorking),
    }));
    const polled = queues.filter(({ workers }) => workers.length > 0);
    const idle = queues.filter(({ workers, kind }) => workers.length === 0 && isNeeded(kind));
    const stuck = (await stuckRuns(target)).map(({ workflowId }) => workflowId);
    return [
      passed(
        server
          ? `Steward's own server runs on port ${server.port}`
          : `answers at ${address}, namespace ${settings.namespace}`,
      ),
      ...polled.map(({ queue, workers }) => passed(`${queue}: ${workers.join(', ')}`)),
      ...(polled.length === 0 ? [warning('no worker runs: npx steward worker')] : []),
      ...(polled.length > 0 && idle.length > 0
        ? [
            problem(
              `nobody works on ${idle.map(({ queue }) => queue).join(', ')}: ` +
                `npx steward worker --role ${idle.map(({ kind }) => (kind === 'workflows' ? 'all' : roleOf[kind])).join(',')}`,
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
