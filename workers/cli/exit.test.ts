import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ConfigError } from '../../config/problem.ts';
import { finalError, mistake, transientError } from '../../domain/ports/errors.ts';
import { formatRawEntry } from '../../domain/team/qa-blocks.ts';
import { entry } from '../../test/support/storage/test-store.ts';
import { prepareFolder } from '../../test/support/storage/prepare-folder.ts';
import { explain, UsageError } from './exit.ts';

const refusedBySystem = (code: string) =>
  Object.assign(new Error('no'), { code, syscall: 'mkdir', path: '/srv/data' });

it.each([
  ['a wrong value', new UsageError('No.'), 2],
  ['a mistake in the configuration', new ConfigError([]), 2],
  ['a name that a port does not know', mistake('generation_unknown', 'No.'), 2],
  ['a place that cannot be used', refusedBySystem('ENOTDIR'), 2],
  ['a full disk', refusedBySystem('ENOSPC'), 1],
  ['what the state does not allow', finalError('regeneration_running', 'No.'), 1],
  ['what may work later', transientError('storage_busy', 'No.'), 1],
  [
    'a mistake before which a stop failed, too',
    new SuppressedError(new Error('late'), new UsageError('No.')),
    2,
  ],
  ['a bug', new TypeError('No.'), 1],
])('the exit code of %s is the same for every command', (_, error, code) => {
  expect(explain(error).code).toBe(code);
});

it('ids and places that do not exist end each command with 2, and a repeated order with 0', async () => {
  const steward = await prepareFolder();
  for (const command of [
    'library rollback 77',
    'library retract qa_20260201_031056.228000',
    'gaps --out new.md',
    'storage restore nowhere',
  ])
    expect([command, steward(...command.split(' ')).status]).toEqual([command, 2]);
  expect(steward('library', 'rollback', '1')).toMatchObject({
    lines: ['Generation 1 is already live.'],
    status: 0,
  });
  rmSync(join(steward.dir, 'config.yaml'), { force: true });
  expect(steward('init', '--docs', 'nowhere', '--model', 'extractive', '--yes').status).toBe(2);
});

it('a cursor that is no qa_id ends an import with 2, and a worker before it starts', async () => {
  const steward = await prepareFolder();
  const old = join(steward.dir, 'old');
  for (const folder of ['raw', 'topics']) mkdirSync(join(old, folder), { recursive: true });
  writeFileSync(join(old, 'raw', '2026-W05.txt'), formatRawEntry(entry(1)));
  writeFileSync(join(old, 'state.json'), JSON.stringify({ last_processed_qa_id: 'yesterday' }));
  const imported = steward('import', 'old');
  expect(imported.status).toBe(2);
  expect(imported.stderr).toMatch(/state\.json: last_processed_qa_id is "yesterday", which is no qa_id/u);
  appendFileSync(join(steward.dir, 'config.yaml'), 'kb: { qa_raw_last_processed_id: yesterday }\n');
  const worker = steward('worker');
  expect(worker.status).toBe(2);
  const [lastLine = ''] = worker.stderr.trim().split('\n').slice(-1);
  expect(JSON.parse(lastLine)).toMatchObject({
    reason: expect.stringContaining('kb.qa_raw_last_processed_id'),
    msg: 'steward_ended',
  });
});

it('a process that ends because of an error that nothing caught says why in one line of JSON, without its message', () => {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
  const later = (work: string) =>
    `process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => ${work}))`;
  const fault = 'Promise.reject(new TypeError("what a member wrote"))';
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(later(fault))}`, cli, '--version'],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({
    level: 60,
    origin: 'unhandledRejection',
    error: 'TypeError',
    msg: 'steward_ended',
  });
  expect(stderr).not.toContain('member');
});
