/**
 * Records the histories that test/replay.test.ts replays: runs the tests that make runs of every shape, and saves one
 * history of each. Run it (npm run record-histories) when a workflow gets a new shape, never to make a failing replay
 * pass. Histories that no test makes any more are removed.
 */
import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from './script-arguments.ts';

scriptArguments('Records the histories that test/replay.test.ts replays. Takes some minutes.');

const tests =
  'models window conversation admission recapture capture-failures capture-order reply operators-page refresh regeneration gaps gap-draft downtime buttons preview edits learn confirm-capture hold-gateway.server';

const folder = new URL('../test/histories/', import.meta.url);
for (const name of await readdir(folder)) await rm(new URL(name, folder));
const run = spawn(
  'npx',
  ['vitest', 'run', '--project', 'server', ...tests.split(' ').map((name) => `${name}.test.ts`)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, RECORD_HISTORIES: 'yes' },
    stdio: 'inherit',
  },
);
run.on('close', (code) => {
  process.exitCode = code ?? 1;
});
