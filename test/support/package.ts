import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runSteward } from './processes/run-steward.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What `npm pack` makes, as a file in `dir`. */
export function packSteward(dir: string): string {
  const args = ['pack', '--silent', '--pack-destination', dir];
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  return join(dir, name);
}

/** The package as npm would put it into `dir`, with this checkout's dependencies. Its program. */
export function unpackSteward(file: string, dir: string): string {
  const folder = join(dir, 'lib/node_modules');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--gzip', '--file', file, '--directory', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
  return join(folder, 'package/bin/steward.js');
}

/**
 * From nothing but a folder to an answer, with an empty home. A thread reads the page, so that what is started by its
 * file's name is there too.
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
  // It ran the workflows that came with the package: it has not made a bundle of its own.
  expect(existsSync(join(home, '.cache/steward/workflow-bundles'))).toBe(false);
}
