import { access } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import { folderDocuments } from '../../../adapters/storage/documents/documents.ts';
import { inspectFiles, type StoreFinding } from '../../../adapters/storage/inspect-store.ts';
import { findDeployment, type OfSteward } from '../../../adapters/temporal/deployment/deployment.ts';
import { findPollers, stuckRuns, type PollingWorker } from '../../../adapters/temporal/runs/inspect-runs.ts';
import { cachedBinaryPath } from '../../../adapters/temporal/server/find-server.ts';
import { stewardCacheDir } from '../../../adapters/packages/cache-dir.ts';
import { connectClient } from '../../../adapters/temporal/client/connect.ts';
import { embeddedSettings, loadConnection } from '../../../adapters/temporal/client/connection-settings.ts';
import { requireOwnStore } from '../../../adapters/temporal/client/whose-store.ts';
import { embeddedServers } from '../../../adapters/temporal/server/embedded-servers.ts';
import { runningServer } from '../../../adapters/temporal/server/server-record.ts';
import type { Config } from '../../../config/schema.ts';
import { sourceOrigins } from '../../../domain/documents/source-origins.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { countOf } from '../../../domain/values/text.ts';
import { defaultPorts } from '../../cli/command-parts.ts';
import { exitCodes, explain } from '../../cli/exit.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { configFingerprint, differences } from '../../running/announce.ts';
import { probeModels } from '../../wiring/model.ts';
import { openStore, ownStore, pathsOf } from '../../wiring/open-adapters.ts';
import { embeddedDatabase } from '../../wiring/temporal-server.ts';
import { checkDiscord } from './check-discord.ts';
import { clockFinding, discordClock } from './check-clock.ts';

/** `problem`: somebody has to act, or Steward does not work. `warning`: somebody should, some day. */
interface Finding {
  readonly severity: 'ok' | StoreFinding['severity'];
  readonly message: string;
}

const ok = (message: string): Finding => ({ severity: 'ok', message });
const warning = (message: string): Finding => ({ severity: 'warning', message });
const problem = (message: string): Finding => ({ severity: 'problem', message });

/** Looks at everything that Steward needs, and says of each what is there or what to do. The exit code is the worst of it. */
export async function doctor({
  config: file,
  json,
}: {
  readonly config?: string;
  readonly json: boolean;
}): Promise<void> {
  const { config, env } = loadCommandConfig({ config: file });
  const checks: readonly [string, () => Promise<readonly Finding[]>][] = [
    ['config', async () => [ok(file ?? 'defaults and variables, or config.yaml')]],
    ['documents', () => checkDocuments(config)],
    ['data folder', () => checkStore(config)],
    ['Temporal', () => checkTemporal(config, { ...env })],
    ['model', () => checkModel(config)],
    ['Discord', async () => [ok(await checkDiscord(config))]],
    ['clock', () => checkClock(config)],
  ];
  const severities = new Set<Finding['severity']>();
  for (const [name, check] of checks) {
    const found = await check().catch((error: unknown) => [problem(explain(error).sentence)]);
    for (const { severity, message } of found) {
      severities.add(severity);
      const line = json
        ? JSON.stringify({ check: name, severity, message })
        : `${severity.padEnd(7)}  ${name}: ${message}`;
      process.stdout.write(`${line}\n`);
    }
  }
  if (severities.has('problem')) process.exitCode = exitCodes.failed;
  else if (severities.has('warning')) process.exitCode = exitCodes.warned;
}

async function checkDocuments(config: Config): Promise<readonly Finding[]> {
  const { kb } = config;
  const { files, rejected } = await folderDocuments(kb.sources_dir).discover();
  const folder = resolve(kb.sources_dir);
  const { urls, sites, links_file_path: linksFile } = sourceOrigins(config);
  const hasPages = urls.length + sites.length > 0 || (linksFile !== null && existsSync(linksFile));
  if (files.length === 0 && !hasPages)
    return [
      problem(
        `there are none in ${folder}, so no question can be answered: put some there, or set kb.sources_dir`,
      ),
    ];
  const leftOut =
    rejected.length > 0 ? [warning(`${rejected.length} left out: npx steward sources --failed`)] : [];
  return [ok(`${files.length} in ${folder}`), ...leftOut];
}

/** A store that is not there yet is made by the first start. */
async function checkStore(config: Config): Promise<readonly Finding[]> {
  const dir = resolve(config.storage.data_dir);
  const paths = pathsOf(config);
  const isFile = config.storage.kind !== 'postgres';
  if (isFile && !existsSync(paths.database)) return [ok(`${dir}: nothing yet, the first start makes it`)];
  const files = isFile ? inspectFiles(paths) : [];
  if (files.some(({ severity, message }) => severity === 'problem' && message.includes(paths.database)))
    return files;
  const said: Finding[] = [];
  // What opening it has put right, or could not.
  const log = { info: () => {}, warn: (_: object, message: string) => void said.push(warning(message)) };
  const storage = await openStore(config, { log });
  try {
    const { library } = storage;
    const failed = (await library.failedCaptures()).length;
    const waiting = (await library.unsettled(await library.liveGeneration())).length;
    const inspected = await storage.inspect();
    const isSaid = new Set(inspected.map(({ message }) => message));
    const found = [...files, ...inspected, ...said.filter(({ message }) => !isSaid.has(message))];
    if (failed > 0)
      found.push(warning(`${countOf(failed, 'capture')} failed: npx steward captures list --status failed`));
    for (const difference of differences(configFingerprint(config), await storage.records.workers()))
      found.push(problem(`the config here is not that of a worker: ${difference}`));
    const entries = (await library.rawEntries()).length;
    return [
      ok(
        `${isFile ? dir : storage.place}: ${countOf(entries, 'entry', 'entries')} in the archive, ${waiting} not captured yet`,
      ),
      ...found,
    ];
  } finally {
    await storage.close();
  }
}

async function checkTemporal(config: Config, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const { address, ...settings } = loadConnection(env);
  if (address !== null) {
    const client = await connectClient({ ...settings, address });
    return lookAt(client, config, `answers at ${address}, namespace ${settings.namespace}`);
  }
  const running = await runningServer(embeddedDatabase(resolve(config.storage.data_dir, 'temporal')));
  if (running) {
    const own = embeddedSettings({ address: `127.0.0.1:${running.port}`, namespace: settings.namespace });
    return lookAt(await connectClient(own), config, `Steward's own server runs on port ${running.port}`);
  }
  const inTheWay = (await embeddedServers()).find(({ port }) => port === defaultPorts.temporal);
  if (inTheWay)
    return [
      warning(
        `port ${inTheWay.port}, which Steward's own server takes, belongs to the one of ${dirname(inTheWay.dbPath)}: end ` +
          'that there with `npx steward temporal stop`, or start with --port',
      ),
    ];
  const binary = cachedBinaryPath(stewardCacheDir(env));
  const installed = await access(binary).then(
    () => true,
    () => false,
  );
  return [
    ok(
      installed
        ? `no TEMPORAL_ADDRESS; Steward starts its own server from ${dirname(binary)}`
        : 'no TEMPORAL_ADDRESS; Steward installs and starts its own server at the first start (once, some minutes)',
    ),
  ];
}

/** Whose store it is, who works on what, what is stuck, and what time it is there. */
async function lookAt(client: Client, config: Config, message: string): Promise<readonly Finding[]> {
  const target = { client, taskQueue: config.temporal.task_queue };
  try {
    const { queues, clockAhead } = await findPollers(target);
    const polled = queues.filter(({ workers }) => workers.length > 0);
    const idle = queues.filter(({ workers }) => workers.length === 0).map(({ queue }) => queue);
    const stuck = (await stuckRuns(target)).map(({ workflowId }) => workflowId);
    return [
      ok(message),
      ...(await storeFindings(config, client)),
      ...polled.map(({ queue, workers }) => ok(`${queue}: ${workers.map(nameOf).join(', ')}`)),
      ...(polled.length === 0 ? [warning('no worker runs: npx steward worker')] : []),
      ...(polled.length > 0 && idle.length > 0
        ? [problem(`nobody works on ${idle.join(', ')}: start a worker with the role that is missing`)]
        : []),
      ...(await versionFindings(
        target,
        polled.flatMap(({ workers }) => workers),
      )),
      ...(stuck.length > 0
        ? [
            problem(
              `${countOf(stuck.length, 'run')} cannot go on with this version: ${stuck.slice(0, 5).join(', ')}; see docs/upgrade.md`,
            ),
          ]
        : []),
      ...clockFinding("Temporal's", clockAhead),
    ];
  } finally {
    await client.connection.close();
  }
}

const nameOf = ({ identity, buildId }: PollingWorker): string =>
  buildId === null ? identity : `${identity} with workflows ${buildId}`;

async function versionFindings(
  target: OfSteward,
  workers: readonly PollingWorker[],
): Promise<readonly Finding[]> {
  // A server without versions has no current one.
  const current = (await findDeployment(target).catch(() => null))?.current ?? null;
  if (current === null || workers.length === 0) return [];
  if (workers.some(({ buildId }) => buildId === current)) return [];
  return [
    problem(
      `nobody works on ${current}, the current version of the workflows: start its worker, or npx steward deploy promote`,
    ),
  ];
}

async function storeFindings(config: Config, client: Client): Promise<readonly Finding[]> {
  if (config.storage.kind !== 'postgres' && !existsSync(pathsOf(config).database)) return [];
  const storage = await openStore(config, { log: { info: () => {}, warn: () => {} } });
  try {
    const store = await ownStore(config, storage);
    await requireOwnStore({ client, taskQueue: config.temporal.task_queue, store, claims: false });
    return [];
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return [problem(error.message)];
  } finally {
    await storage.close();
  }
}

async function checkModel(config: Config): Promise<readonly Finding[]> {
  const probed = await probeModels(config);
  return probed.map(({ path, model, milliseconds }) =>
    ok(`${model} (${path}) answers in ${milliseconds} ms`),
  );
}

async function checkClock({ discord }: Config): Promise<readonly Finding[]> {
  if (discord.token === null) return [];
  const ahead = await discordClock(discord.api_url);
  if (ahead === null) return [];
  const found = clockFinding("Discord's", ahead);
  return found.length > 0 ? found : [ok("agrees with Discord's")];
}
