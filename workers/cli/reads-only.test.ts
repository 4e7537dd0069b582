import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from '../../test/support/storage/test-store.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

function runInEmptyFolder(command: string) {
  const cwd = testFolder();
  const env = { ...process.env, STEWARD__HTTP__PORT: '8787', STEWARD__HTTP__PAGE: 'true' };
  const ended = spawnSync(process.execPath, [cli, ...command.split(' ')], { cwd, env, encoding: 'utf8' });
  return { ...ended, made: readdirSync(cwd) };
}

it.each([
  'sources',
  'library list',
  'captures list',
  'captures retry',
  'replay',
  'storage backup copy.sqlite',
  'http key',
  'http page',
  'eval --from-votes cases.yaml',
])('%s makes nothing in a folder without a store, and says where it looked for one', (command) => {
  const { status, stderr, made } = runInEmptyFolder(command);
  expect([status, stderr, made]).toEqual([
    2,
    expect.stringMatching(/^\S+data\/steward\.sqlite holds nothing yet:/u),
    [],
  ]);
});

it('check names the configuration that it has not found', () => {
  const { stderr, made } = runInEmptyFolder('check');
  expect([stderr, made]).toEqual([expect.stringContaining('There is no config.yaml in this folder'), []]);
});
