import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { configSchema } from '../../../config/schema.ts';
import { openStore } from '../../../workers/wiring/open-adapters.ts';
import { silentLog } from '../run-workers.ts';
import { testFolder } from './test-store.ts';

const bin = fileURLToPath(new URL('../../../bin/steward.js', import.meta.url));

/** A folder with a config and a store, closed again; what comes back runs a command there. */
export async function prepareFolder(fill: (storage: Storage) => Promise<void> = async () => {}) {
  const dir = testFolder();
  writeFileSync(join(dir, 'config.yaml'), 'budget: { calls_per_day: 10 }\n');
  const config = configSchema.parse({ storage: { data_dir: join(dir, 'data') } });
  const storage = await openStore(config, { log: silentLog, now: () => new Date() });
  await fill(storage);
  await storage.close();
  return Object.assign(steward, { dir });
  function steward(...args: readonly string[]) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...args], {
      cwd: dir,
      encoding: 'utf8',
    });
    return { lines: stdout.trim().split('\n'), stderr, status };
  }
}
