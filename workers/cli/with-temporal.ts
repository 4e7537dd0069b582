import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { connectClient } from '../../adapters/temporal/client/connect.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import type { Config } from '../../config/schema.ts';
import { identityOf } from '../wiring/identity.ts';
import { reachTemporal } from '../wiring/temporal-server.ts';
import { temporalDir } from '../wiring/open-adapters.ts';
import type { CommandOptions } from './command-parts.ts';
import { loadCommandConfig } from './load.ts';
import { progressTo } from './progress.ts';

/** Loads the config and connects to Temporal without opening the store, which a new version might migrate. */
export async function withTemporal(
  { config: configFile, port, uiPort }: CommandOptions,
  work: (
    context: OfSteward & {
      readonly config: Config;
      readonly env: NodeJS.ProcessEnv;
      readonly progress: Progress;
    },
  ) => Promise<void>,
): Promise<void> {
  const progress = progressTo(process.stderr);
  const { config, env } = loadCommandConfig({ config: configFile });
  const dir = temporalDir(config);
  const { ui_url: uiUrl, task_queue: taskQueue } = config.temporal;
  const { settings } = await reachTemporal({ env: { ...env }, dir, port, uiPort, uiUrl, progress });
  const client = await connectClient(settings, { identity: identityOf(['client']) });
  try {
    await work({ config, env: { ...env }, client, taskQueue, progress });
  } finally {
    await client.connection.close();
  }
}
