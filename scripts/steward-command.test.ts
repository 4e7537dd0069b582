import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
let root = '';

/** The command line stands in for itself: it tells what reached it. */
const cli = `
const [what, code]: readonly string[] = process.argv.slice(2);
if (what === 'wait') {
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => {}, 1000);
}
if (what === 'stop') {
  const { onStopSignal } = await import('${project}workers/running/stop-signal.ts');
  onStopSignal(() => setTimeout(() => process.exit(7), Number(code)));
  setInterval(() => {}, 1000);
}
if (what === 'die') process.kill(process.pid, 'SIGKILL');
if (what === 'worker') console.error(process.env.MALLOC_ARENA_MAX, process.env.NODE_OPTIONS, process.env.GIVEN);
console.log(JSON.stringify({ arguments: process.argv.slice(2), major: Number(process.versions.node.split('.')[0]) }));
if (code) process.exitCode = Number(code);
`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'steward-command-'));
  for (const folder of ['workers', 'node_modules/node/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, 'package/dist/workers'), { recursive: true });
  cpSync(join(project, 'bin/steward.js'), join(root, 'package/bin/steward.js'));
  writeFileSync(join(root, 'package/dist/workers/cli.js'), 'console.log("installed")');
  for (const path of ['bin/steward.js', 'scripts/ensure-installed.js', 'scripts/trim-modules.js'])
    cpSync(join(project, path), join(root, path));
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'package-lock.json'), '{}');
  const lockHash = createHash('sha256').update('{}').digest('hex');
  writeFileSync(join(root, 'node_modules/.steward-installed'), lockHash);
  writeFileSync(join(root, 'workers/cli.ts'), cli);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const runs: readonly { readonly name: string; readonly node: string | null }[] = [
  { name: 'under the Node that the project brings', node: process.execPath },
  { name: 'under an older Node', node: olderNode() },
];

describe.each(runs)('steward $name', ({ node }) => {
  const run = (...args: readonly string[]) =>
    spawnSync(node ?? '', [join(root, 'bin/steward.js'), ...args], { encoding: 'utf8' });

  it.skipIf(node === null)(
    'runs the command line under Node 24 with the same arguments and exit code',
    () => {
      const { status, stdout, stderr } = run('ask', '3', 'a b');
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({ arguments: ['ask', '3', 'a b'], major: 24 });
      expect(status).toBe(3);
    },
  );

  it.skipIf(node === null || process.platform !== 'linux')(
    'bounds the memory that what goes on working takes, and leaves settings alone',
    () => {
      const bounds = (own: NodeJS.ProcessEnv) => {
        const { MALLOC_ARENA_MAX: _, NODE_OPTIONS: __, ...others } = process.env;
        const env = { ...others, GIVEN: 'kept', ...own };
        return spawnSync(node ?? '', [join(root, 'bin/steward.js'), 'worker'], { encoding: 'utf8', env })
          .stderr;
      };
      expect(bounds({})).toBe('2 --max-semi-space-size=16 kept\n');
      expect(bounds({ MALLOC_ARENA_MAX: '5', NODE_OPTIONS: '--no-warnings' })).toBe(
        '5 --max-semi-space-size=16 --no-warnings kept\n',
      );
      const own = '--max-semi-space-size=32';
      expect(bounds({ MALLOC_ARENA_MAX: '5', NODE_OPTIONS: own })).toContain(own);
    },
  );

  it.skipIf(node === null)('ends by the signal that ended the command line', () => {
    expect(run('die').signal).toBe('SIGKILL');
  });

  it.skipIf(node === null)(
    'passes a signal on and ends as the command line decides',
    async () => {
      // A group of its own, so that nothing outlives a failure.
      const child = spawn(node ?? '', [join(root, 'bin/steward.js'), 'wait'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      try {
        await once(child.stdout, 'data');
        child.kill('SIGTERM');
        expect(await once(child, 'exit', { signal: AbortSignal.timeout(120_000) })).toEqual([7, null]);
      } finally {
        if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
      }
    },
    10_000,
  );

  it.skipIf(node === null || process.platform === 'win32')(
    'takes a signal to the whole group, which reaches the command line twice, for one, and ends at once by one a second later',
    async () => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        expect(await endOf(signal, { stopsAfterMilliseconds: 300, times: 1 })).toEqual([7, null]);
      }
      expect(await endOf('SIGINT', { stopsAfterMilliseconds: 60_000, times: 2 })).toEqual([null, 'SIGINT']);
    },
    30_000,
  );

  /** How a command line ends whose group gets a signal some times, more than a second apart. */
  async function endOf(
    signal: NodeJS.Signals,
    { stopsAfterMilliseconds, times }: { readonly stopsAfterMilliseconds: number; readonly times: number },
  ): Promise<unknown> {
    const args = [join(root, 'bin/steward.js'), 'stop', String(stopsAfterMilliseconds)];
    const child = spawn(node ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const group = -(child.pid ?? 0);
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      for (let sent = 0; sent < times; sent += 1) {
        if (sent > 0) await sleep(1_200);
        process.kill(group, signal);
      }
      return await ended;
    } finally {
      if (child.exitCode === null && child.signalCode === null) process.kill(group, 'SIGKILL');
    }
  }
});

describe('an installed package', () => {
  const run = (node: string) =>
    spawnSync(node, [join(root, 'package/bin/steward.js'), '--help'], { encoding: 'utf8' });

  it('runs what it was compiled to', () => {
    expect(run(process.execPath)).toMatchObject({ status: 0, stdout: 'installed\n', stderr: '' });
  });

  it.skipIf(olderNode() === null)('needs Node 24, and says so', () => {
    const { status, stderr } = run(olderNode() ?? '');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Steward needs Node 24 or later, and this is 2\d\.[\d.]+: install one from .+\.\n$/u,
    );
  });
});

/** A Node from 20 to 23 on the PATH, or null. npm puts the project's own before it. */
function olderNode(): string | null {
  const candidates = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path) && !dirname(path).includes('node_modules'));
  const isOlder = (path: string) => {
    const major = Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);
    return major >= 20 && major < 24;
  };
  return candidates.find(isOlder) ?? null;
}

it('shows its help with one library loaded', () => {
  const hook = `import { registerHooks } from 'node:module';
    const of = (url) => /node_modules.((?:@[^/]+.)?[^/]+)/.exec(url)?.[1];
    registerHooks({ load: (url, context, next) => (of(url) && console.error(of(url)), next(url, context)) });`;
  const args = [`--import=data:text/javascript,${encodeURIComponent(hook)}`, 'bin/steward.js', '--help'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(stdout).toContain('Usage: steward');
  expect([...new Set(stderr.trim().split('\n'))]).toEqual(['commander']);
});
