/**
 * `npm run verify [-- WORD…]` runs what takes too long for every change: the soak tests, every bench in its short form,
 * every script. With words, only the items whose names contain one of them. Prints a line for each item, and the last
 * output of a failed one; exits with 1 if any failed. Everything runs in a copy, so that no file of the checkout
 * changes.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, globSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from './script-arguments.ts';
import { benches } from '../bench/benches.ts';
import { browserPath } from '../test/support/discord/page-browser.ts';

interface Item {
  readonly name: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly minutes: number;
  /** Why the item cannot run here. */
  readonly skip?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const shownLines = 40;

const soak: readonly Item[] = globSync('test/soak/*.test.ts', { cwd: root })
  .toSorted()
  .map((file) => ({
    name: `soak ${basename(file, '.test.ts')}`,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'soak', file],
    minutes: 45,
  }));
const benchItems: readonly Item[] = Object.keys(benches).map((name) => ({
  name: `bench ${name}`,
  args: ['bench/bench.ts', name, '--rounds', '1'],
  minutes: 20,
}));
const scripts: readonly Item[] = [
  { name: 'script default-config', args: ['scripts/default-config.ts'], minutes: 1 },
  { name: 'script config-table', args: ['scripts/config-table.ts'], minutes: 1 },
  { name: 'script config-schema', args: ['scripts/config-schema.ts'], minutes: 1 },
  { name: 'script reply-pictures', args: ['scripts/reply-pictures.ts'], minutes: 1 },
  { name: 'script mutations', args: ['scripts/mutations.ts'], minutes: 120 },
  { name: 'script record-histories', args: ['scripts/record-histories.ts'], minutes: 10 },
  ...['take-pictures', 'take-demo-pictures'].map((name) => ({
    name: `script ${name}`,
    args: [`scripts/operations/${name}.ts`, ...(browserPath === null ? [] : [browserPath])],
    minutes: 10,
    ...(browserPath === null && { skip: 'no Chromium is on the PATH' }),
  })),
  {
    name: 'script observe',
    args: ['scripts/operations/observe.ts', '3'],
    minutes: 8,
    ...(spawnSync('prometheus', ['--version']).status !== 0 && { skip: 'no prometheus is on the PATH' }),
  },
];

const items = [...soak, ...benchItems, ...scripts];
const listed = items.map(({ name }) => `  ${name}`).join('\n');
const words = scriptArguments(
  `Runs what takes too long for every change. With words, only items with one of them in their names:\n\n${listed}`,
  '[WORD…]',
);
const wanted = items.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (wanted.length === 0) {
  process.stderr.write(`No item has such a name. The items are:\n${listed}\n`);
  process.exit(2);
}
const dir = await mkdtemp(join(tmpdir(), 'steward-verify-'));
const checkout = join(dir, 'steward');
let failures = 0;
let running: ChildProcess | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  killGroup(running);
  rmSync(dir, { recursive: true, force: true });
});
await copyCheckout();
for (const item of wanted) await report(item);
console.log(`${wanted.length} items, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

/** Copies tracked and new files. */
async function copyCheckout(): Promise<void> {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files)
    await cp(join(root, file), join(checkout, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted files may still be tracked.
      if (error.code !== 'ENOENT') throw error;
    });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
}

async function report(item: Item): Promise<void> {
  if (item.skip !== undefined) {
    console.log(`skipped          ${item.name}: ${item.skip}`);
    return;
  }
  const startedAt = performance.now();
  const failure = await run(item);
  const seconds = String(Math.round((performance.now() - startedAt) / 1_000)).padStart(5);
  console.log(`${failure === null ? 'ok     ' : 'FAILED '} ${seconds} s  ${item.name}`);
  if (failure === null) return;
  failures += 1;
  console.log(failure);
}

/** Null, or the item's last output. At the time limit it is killed with all of its processes. */
async function run({ name, args, minutes }: Item): Promise<string | null> {
  const log = join(dir, `${name.replaceAll(' ', '-')}.log`);
  const output = createWriteStream(log);
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, minutes * 60_000);
  running = child;
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  running = null;
  clearTimeout(limit);
  output.end();
  await once(output, 'close');
  if (code === 0) return null;
  const ended = isLate ? `not over after ${minutes} minutes` : `ended with ${code ?? signal}`;
  const last = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-shownLines).join('\n');
  return `${last}\n${name}: ${ended}\n`;
}

function killGroup(child: ChildProcess | null): void {
  if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
}
