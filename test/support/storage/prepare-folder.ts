import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { configSchema } from '../../../config/schema.ts';
import { Secret } from '../../../config/secret.ts';
import { openStore } from '../../../workers/wiring/open-adapters.ts';
import { silentLog } from '../run-workers.ts';
import { testFolder, testPostgres } from './test-store.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

/** Makes a folder with a config and a closed store of the tested engine. Returns a function that runs a command there. */
export async function prepareFolder(fill: (storage: Storage) => Promise<void> = async () => {}) {
  const dir = testFolder();
  const url = (await testPostgres(dir))?.url ?? null;
  const kind = url === null ? 'sqlite' : 'postgres';
  writeFileSync(join(dir, 'config.yaml'), `budget: { calls_per_day: 10 }\nstorage: { kind: ${kind} }\n`);
  const config = configSchema.parse({
    storage: { data_dir: join(dir, 'data'), kind, url: url === null ? null : new Secret(url) },
  });
  const storage = await openStore(config, { log: silentLog, now: () => new Date(), prints: true });
  await fill(storage);
  await storage.close();
  return Object.assign(steward, { dir });
  function steward(...args: readonly string[]) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...args], {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, ...(url !== null && { STEWARD__STORAGE__URL: url }) },
    });
    return { lines: stdout.trim().split('\n'), stderr, status };
  }
}
