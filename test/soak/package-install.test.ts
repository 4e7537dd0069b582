import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expectToWork, packSteward } from '../support/package.ts';

/** npm fetches all dependencies: a minute, and a network. */
it('works after `npm install --global` in an empty home', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'steward-install-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const [home, prefix] = [join(dir, 'home'), join(dir, 'prefix')];
  await mkdir(home);
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  execFileSync('npm', ['install', '--global', '--silent', '--prefix', prefix, packSteward(dir)], {
    env: { ...process.env, PATH, HOME: home },
  });
  await expectToWork(join(prefix, 'bin/steward'), dir);
  const megabytes = Number(execFileSync('du', ['-sm', prefix], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`installed: ${megabytes} MB`);
  expect(megabytes).toBeLessThan(600);
});
