import { dirname } from 'node:path';
import { stopServer } from '../../../adapters/temporal/server/stop-server.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { trialTemporalDir } from '../../demo/fixed-config.ts';
import { embeddedDatabase, embeddedServers } from '../../../adapters/temporal/server/server-record.ts';
import { printLine } from '../../cli/print.ts';
import { temporalDir } from '../../wiring/open-adapters.ts';

/** Shows the servers that Steward runs for this user, in any folder. */
export async function listServers(): Promise<void> {
  const servers = await embeddedServers();
  for (const { dbPath, port, uiPort, pid } of servers) {
    const ui = uiPort === null ? 'no UI' : `UI http://127.0.0.1:${uiPort}`;
    printLine(`${dirname(dbPath)}\n  127.0.0.1:${port}, ${ui}, process ${pid}`);
  }
  if (servers.length === 0) printLine('Steward runs no Temporal server of its own.');
}

/** Stops the servers that Steward runs here (the demo's, and the one beside the config's data), or all of this user. */
export async function stop({ config: file, all }: ConfigOption & { readonly all: boolean }): Promise<void> {
  const databases = all ? (await embeddedServers()).map(({ dbPath }) => dbPath) : databasesHere(file);
  const stopped = await Promise.all(databases.map((dbPath) => stopServer({ dbPath })));
  const ended = stopped.filter(Boolean).length;
  printLine(
    ended > 0
      ? `${countOf(ended, 'Temporal server')} stopped.`
      : `No Temporal server of Steward runs ${all ? 'now' : 'in this folder; `npx steward temporal list` shows all'}.`,
  );
}

function databasesHere(file: string | undefined): readonly string[] {
  const { config } = loadCommandConfig({ ...(file !== undefined && { config: file }) });
  return [trialTemporalDir, temporalDir(config)].map(embeddedDatabase);
}
