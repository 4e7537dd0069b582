import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleOf, findVersion, keepVersion } from './saved-bundles.ts';

let cacheDir: string;
let warned: string;

beforeEach(async () => {
  warned = '';
  cacheDir = await mkdtemp(join(tmpdir(), 'steward-versions-'));
});

afterEach(() => rm(cacheDir, { recursive: true, force: true }));

const log = pino({}, { write: (line: string) => void (warned += line) });
const file = (buildId: string) => join(cacheDir, 'workflow-versions', `${buildId}.js`);
const find = (buildId: string) => findVersion({ buildId, cacheDir });
const keep = (name: string) => keepVersion({ ...bundleNamed(name), cacheDir, log });

function bundleNamed(name: string) {
  const map = JSON.stringify({ sources: ['index.ts'], sourcesContent: [name] });
  return bundleOf(`code;base64,${Buffer.from(map).toString('base64')}`);
}

test('the last 20 versions that served are kept, however long ago, and one that serves again is the newest', async () => {
  const versions = Array.from({ length: 20 }, (_, at) => bundleNamed(`a${at}`));
  const [before, again, next] = versions.map(({ buildId }) => buildId);
  for (const [at, { buildId }] of versions.entries()) {
    await keep(`a${at}`);
    await utimes(file(buildId), 0, at);
  }
  await keep('a0');
  await keep('b1');
  expect(await find(before ?? '')).toEqual(versions[0]);
  expect(await find(again ?? '')).toBe(null);
  expect(await readdir(join(cacheDir, 'workflow-versions'))).toHaveLength(20);
  await keep('b2');
  expect(await find(next ?? '')).toBe(null);
  expect(await find(bundleNamed('b1').buildId)).toEqual(bundleNamed('b1'));
});

test('a version whose file was cut off, or holds another, is not there, until its worker saves it again', async () => {
  const { buildId, code } = bundleNamed('a');
  for (const damage of [
    () => truncate(file(buildId)),
    () => truncate(file(buildId), code.length / 2),
    () => writeFile(file(buildId), bundleNamed('b').code),
  ]) {
    await keep('a');
    expect(await find(buildId)).toEqual({ buildId, code });
    await damage();
    expect(await find(buildId)).toBe(null);
  }
  await keep('a');
  expect(await find(buildId)).toEqual({ buildId, code });
});

const saver = `
  import { bundleOf, findVersion, keepVersion } from ${JSON.stringify(new URL('saved-bundles.ts', import.meta.url))};
  const [cacheDir, name] = process.argv.slice(1);
  const log = { warn: (fields) => console.log(JSON.stringify(fields)) };
  for (let at = 0; at < 40; at += 1) {
    const map = JSON.stringify({ sources: ['index.ts'], sourcesContent: [(name + at).repeat(9_999)] });
    const bundle = bundleOf(';base64,' + Buffer.from(map).toString('base64'));
    await keepVersion({ ...bundle, cacheDir, log });
    if (await findVersion({ ...bundle, cacheDir }) === null) console.log(name, at, 'is gone');
  }`;

test('processes that save at once leave 20 whole versions, and each finds what it has saved', async () => {
  const run = promisify(execFile);
  const save = (name: string) => run(process.execPath, ['--input-type=module', '-e', saver, cacheDir, name]);
  const saved = await Promise.all(['a', 'b', 'c'].map(save));
  expect(saved.map(({ stdout }) => stdout)).toEqual(['', '', '']);
  const files = await readdir(join(cacheDir, 'workflow-versions'));
  expect(files).toHaveLength(20);
  for (const name of files) expect(await find(name.slice(0, -3))).not.toBe(null);
});

test('a folder that cannot be written costs the rollback, not the start', async () => {
  await writeFile(join(cacheDir, 'workflow-versions'), 'a file where the folder should be');
  await keep('a1');
  expect(warned).toContain('this host cannot roll back to it');
});

test('a build id is no path', async () => {
  await writeFile(join(cacheDir, 'secret.js'), 'a file of somebody else');
  expect(await find('../secret')).toBe(null);
});
