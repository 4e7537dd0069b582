import { join, resolve } from 'node:path';
import { stopServer } from '../../../adapters/temporal/server/stop-server.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { embeddedDatabase } from '../../wiring/temporal-server.ts';

/** Ends the servers that Steward runs here: the demo's, and the one beside the config's data. */
export async function stop({ config: file }: { readonly config?: string }): Promise<void> {
  const { config } = loadCommandConfig({ config: file });
  const dirs = [resolve('.steward', 'temporal'), join(config.storage.data_dir, 'temporal')];
  const stopped = await Promise.all(dirs.map((dir) => stopServer({ dbPath: embeddedDatabase(dir) })));
  const ended = stopped.includes(true);
  process.stdout.write(
    ended ? 'The Temporal server has stopped.\n' : 'No Temporal server was running here.\n',
  );
}
