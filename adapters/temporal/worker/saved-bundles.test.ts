import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findVersion, keepVersion } from './saved-bundles.ts';

let cacheDir: string;
let warned: string;

beforeEach(async () => {
  warned = '';
  cacheDir = await mkdtemp(join(tmpdir(), 'steward-versions-'));
});

afterEach(() => rm(cacheDir, { recursive: true, force: true }));

const log = pino({}, { write: (line: string) => void (warned += line) });
const file = (buildId: string) => join(cacheDir, 'workflow-versions', `${buildId}.js`);
const keep = (buildId: string) => keepVersion({ buildId, code: `code of ${buildId}`, cacheDir, log });

test('the last 20 versions that served are kept, however long ago, and one that serves again is the newest', async () => {
  const [before, again, ...others] = Array.from({ length: 20 }, (_, at) => `a${at}`);
  for (const [at, buildId] of [before, again, ...others].entries()) {
    await keep(buildId ?? '');
    await utimes(file(buildId ?? ''), 0, at);
  }
  await keep(before ?? '');
  await keep('b1');
  expect(await findVersion({ buildId: before ?? '', cacheDir })).toBe(`code of ${before}`);
  expect(await findVersion({ buildId: again ?? '', cacheDir })).toBe(null);
  expect(await readdir(join(cacheDir, 'workflow-versions'))).toHaveLength(20);
  await keep('b2');
  expect(await findVersion({ buildId: others[0] ?? '', cacheDir })).toBe(null);
  expect(await findVersion({ buildId: 'b1', cacheDir })).toBe('code of b1');
});

const saver = `
  import { findVersion, keepVersion } from ${JSON.stringify(new URL('saved-bundles.ts', import.meta.url))};
  const [cacheDir, name] = process.argv.slice(1);
  const log = { warn: (fields) => console.log(JSON.stringify(fields)) };
  for (let at = 0; at < 40; at += 1) {
    const buildId = name + at;
    await keepVersion({ buildId, code: buildId.repeat(9_999), cacheDir, log });
    if (await findVersion({ buildId, cacheDir }) === null) console.log(buildId, 'is gone');
  }`;

test('processes that save at once leave 20 whole versions, and each finds what it has saved', async () => {
  const run = promisify(execFile);
  const save = (name: string) => run(process.execPath, ['--input-type=module', '-e', saver, cacheDir, name]);
  const saved = await Promise.all(['a', 'b', 'c'].map(save));
  expect(saved.map(({ stdout }) => stdout)).toEqual(['', '', '']);
  const files = await readdir(join(cacheDir, 'workflow-versions'));
  expect(files).toHaveLength(20);
  for (const name of files)
    expect(await readFile(join(cacheDir, 'workflow-versions', name), 'utf8')).toBe(
      name.slice(0, -3).repeat(9_999),
    );
});

test('a folder that cannot be written costs the rollback, not the start', async () => {
  await writeFile(join(cacheDir, 'workflow-versions'), 'a file where the folder should be');
  await keep('a1');
  expect(warned).toContain('this host cannot roll back to it');
});

test('a build id is no path', async () => {
  await writeFile(join(cacheDir, 'secret.js'), 'a file of somebody else');
  expect(await findVersion({ buildId: '../secret', cacheDir })).toBe(null);
});
