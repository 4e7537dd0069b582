/**
 * Records the histories that test/replay.test.ts replays: runs the tests that make runs of every shape, and saves one
 * history of each. Run it (npm run record-histories) when a workflow gets a new shape, never to make a failing replay
 * pass. Histories that no test makes any more are listed and kept, because open runs may still have them: a person deletes them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from './script-arguments.ts';

scriptArguments('Records the histories that test/replay.test.ts replays. Takes some minutes.');

const tests =
  'models rehearsal window conversation admission recapture capture-failures capture-order reply operators-page refresh regeneration downtime buttons preview edits recheck learn confirm-capture hold-gateway.server';

const folder = new URL('../test/histories/', import.meta.url);
const startedAt = Date.now();
const run = spawn(
  'npx',
  ['vitest', 'run', '--project', 'server', ...tests.split(' ').map((name) => `${name}.test.ts`)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, RECORD_HISTORIES: 'yes' },
    stdio: 'inherit',
  },
);
const [code] = (await once(run, 'close')) as [number | null];
process.exitCode = code ?? 1;
if (code === 0) {
  const names = await readdir(folder);
  const times = await Promise.all(names.map((name) => stat(new URL(name, folder))));
  const former = names.filter((_, at) => (times[at]?.mtimeMs ?? 0) < startedAt);
  if (former.length > 0)
    console.error(
      `No test made these: ${former.join(', ')}. Delete one when no run that is open anywhere can have its shape.`,
    );
}
