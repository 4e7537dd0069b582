import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { folderDocuments } from '../../../adapters/storage/documents/documents.ts';
import { cachedBinaryPath } from '../../../adapters/temporal/server/find-server.ts';
import { stewardCacheDir } from '../../../adapters/temporal/server/cache-dir.ts';
import { connectClient } from '../../../adapters/temporal/client/connect.ts';
import { loadConnection } from '../../../adapters/temporal/client/connection-settings.ts';
import { runningServer } from '../../../adapters/temporal/server/server-record.ts';
import type { Config } from '../../../config/schema.ts';
import { exitCodes, explain } from '../../cli/exit.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { probeModels } from '../../wiring/model.ts';
import { embeddedDatabase } from '../../wiring/temporal-server.ts';
import { checkDiscord } from './check-discord.ts';

/** Looks at everything that Steward needs, and says of each what is there or what to do. */
export async function doctor({ config: file }: { readonly config?: string }): Promise<void> {
  const { config, env } = loadCommandConfig({ config: file });
  const checks: readonly [string, () => Promise<string>][] = [
    ['config', async () => file ?? 'defaults and variables, or config.yaml'],
    ['documents', () => checkDocuments(config)],
    ['data folder', () => checkDataDir(config)],
    ['Temporal', () => checkTemporal(config, { ...env })],
    ['model', () => checkModel(config)],
    ['Discord', () => checkDiscord(config)],
  ];
  let healthy = true;
  for (const [name, check] of checks) {
    const line = await check().then(
      (found) => `ok       ${name}: ${found}`,
      (error: unknown) => {
        healthy = false;
        return `missing  ${name}: ${explain(error).sentence}`;
      },
    );
    process.stdout.write(`${line}\n`);
  }
  if (!healthy) process.exitCode = exitCodes.failed;
}

async function checkDocuments({ kb }: Config): Promise<string> {
  const { files, rejected } = await folderDocuments(kb.sources_dir).discover();
  return `${files.length} in ${resolve(kb.sources_dir)}${rejected.length > 0 ? `, ${rejected.length} left out` : ''}`;
}

async function checkDataDir({ storage }: Config): Promise<string> {
  const dir = resolve(storage.data_dir);
  await mkdir(dir, { recursive: true });
  await access(dir, constants.W_OK);
  return dir;
}

async function checkTemporal(config: Config, env: NodeJS.ProcessEnv): Promise<string> {
  const settings = loadConnection(env);
  if (settings.address !== null) {
    const client = await connectClient({ ...settings, address: settings.address });
    await client.connection.close();
    return `answers at ${settings.address}, namespace ${settings.namespace}`;
  }
  const running = await runningServer(embeddedDatabase(resolve(config.storage.data_dir, 'temporal')));
  if (running) return `Steward's own server runs on port ${running.port}`;
  const binary = cachedBinaryPath(stewardCacheDir(env));
  const installed = await access(binary).then(
    () => true,
    () => false,
  );
  return installed
    ? `no TEMPORAL_ADDRESS; Steward starts its own server from ${dirname(binary)}`
    : 'no TEMPORAL_ADDRESS; Steward installs and starts its own server at the first start (once, some minutes)';
}

async function checkModel(config: Config): Promise<string> {
  const probed = await probeModels(config);
  return probed
    .map(({ path, model, milliseconds }) => `${model} (${path}) answers in ${milliseconds} ms`)
    .join(', ');
}
