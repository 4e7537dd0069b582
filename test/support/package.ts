import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runSteward } from './processes/run-steward.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Makes the package in `dir` with `npm pack` and returns its path. */
export function packSteward(dir: string): string {
  const args = ['pack', '--silent', '--pack-destination', dir];
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  return join(dir, name);
}

/** Installs the package into `dir` as npm would, with this checkout's dependencies. Returns its program. */
export function unpackSteward(file: string, dir: string): string {
  const folder = join(dir, 'lib/node_modules');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--gzip', '--file', file, '--directory', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
  return join(folder, 'package/bin/steward.js');
}

/**
 * Gets from an empty folder and an empty home to an answer. The page is read by a thread, so this also tests files that
 * are started by their names.
 */
export async function expectToWork(program: string, dir: string): Promise<void> {
  const [home, cwd] = [join(dir, 'home'), join(dir, 'work')];
  for (const folder of [home, join(cwd, 'docs')]) mkdirSync(folder, { recursive: true });
  const page =
    '<h1>Ports</h1><p>The setting <code>server.port</code> names the port that the server listens on.</p>';
  writeFileSync(join(cwd, 'docs/ports.html'), page);
  const env = { HOME: home, XDG_CACHE_HOME: '', STEWARD__TEMPORAL__TASK_QUEUE: `package-${process.pid}` };
  const run = (...args: readonly string[]) => runSteward(args, { program, cwd, env });

  const version = await run('--version');
  expect(version).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{12}\n$/u),
  });
  expect(await run('init', '--docs', 'docs', '--model', 'extractive', '--yes')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0, err: '' });
  const asked = await run('ask', 'Which setting names the port that the server listens on?');
  expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('server.port') });
  // It ran the workflows of the package, and made no bundle of its own.
  expect(existsSync(join(home, '.cache/steward/workflow-bundles'))).toBe(false);
}
