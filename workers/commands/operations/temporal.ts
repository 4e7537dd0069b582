import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFormerRuns, endFormerRuns } from '../../../adapters/temporal/runs/former-runs.ts';
import { stopServer } from '../../../adapters/temporal/server/stop-server.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { CommandOptions } from '../../cli/command-options.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { withSteward } from '../../cli/with-steward.ts';
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

const lookedEveryMilliseconds = 5_000;

/** Waits until the open runs of an earlier version have ended, which only that version can do, or ends them. */
export async function drain({ end, ...options }: CommandOptions & { readonly end: boolean }): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ config, steward: { client }, progress }) => {
    const target = { client, taskQueue: config.temporal.task_queue };
    if (end) {
      const ended = await endFormerRuns(target);
      process.stdout.write(`${countOf(ended, 'run')} of an earlier version ended.\n`);
      return;
    }
    let shown = 0;
    for (let open = await countFormerRuns(target); open > 0; open = await countFormerRuns(target)) {
      if (open !== shown) progress(`${countOf(open, 'run')} of an earlier version open`);
      shown = open;
      await sleep(lookedEveryMilliseconds);
    }
    process.stdout.write('No run of an earlier version is open.\n');
  });
}
