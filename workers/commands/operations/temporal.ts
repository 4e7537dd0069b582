import { stopServer, embeddedDatabase } from '../../../adapters/temporal/server/server-record.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { trialTemporalDir } from '../../demo/trial-config.ts';
import { printLine } from '../../cli/print.ts';
import { temporalDir } from '../../wiring/open-adapters.ts';

/** Stops the servers that Steward runs here: the demo's, and the one beside the config's data. */
export async function stop({ config: file }: ConfigOption): Promise<void> {
  const { config } = loadCommandConfig(file);
  const databases = [trialTemporalDir, temporalDir(config)].map(embeddedDatabase);
  const stopped = await Promise.all(databases.map((dbPath) => stopServer(dbPath)));
  const ended = stopped.filter(Boolean).length;
  printLine(
    ended > 0
      ? `${countOf(ended, 'Temporal server')} stopped.`
      : 'No Temporal server of Steward runs in this folder.',
  );
}
