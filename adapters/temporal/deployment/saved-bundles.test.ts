import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleOf, readBundle, saveBundle } from './saved-bundles.ts';

let cacheDir: string;
let warned: string;

beforeEach(async () => {
  warned = '';
  cacheDir = await mkdtemp(join(tmpdir(), 'steward-versions-'));
});

afterEach(() => rm(cacheDir, { recursive: true, force: true }));

const log = pino({}, { write: (line: string) => void (warned += line) });
const file = (buildId: string) => join(cacheDir, 'workflow-versions', `${buildId}.js`);
const find = (buildId: string) => readBundle(file(buildId));
const keep = async (name: string) => {
  const { code, buildId } = bundleNamed(name);
  await saveBundle({ code, path: file(buildId), log, without: 'it is made again' });
};

function bundleNamed(name: string) {
  const map = JSON.stringify({ sources: ['index.ts'], sourcesContent: [name] });
  return bundleOf(`code;base64,${Buffer.from(map).toString('base64')}`);
}

test('the 20 bundles that were used last are kept, however long ago, and one that is used again is the newest', async () => {
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

test('a bundle whose file was cut off is not there, until it is saved again', async () => {
  const { buildId, code } = bundleNamed('a');
  for (const damage of [() => truncate(file(buildId)), () => truncate(file(buildId), code.length / 2)]) {
    await keep('a');
    expect(await find(buildId)).toEqual({ buildId, code });
    await damage();
    expect(await find(buildId)).toBe(null);
  }
  await keep('a');
  expect(await find(buildId)).toEqual({ buildId, code });
});

const saver = `
  import { bundleOf, readBundle, saveBundle } from ${JSON.stringify(new URL('saved-bundles.ts', import.meta.url))};
  const [cacheDir, name] = process.argv.slice(1);
  const log = { warn: (fields) => console.log(JSON.stringify(fields)) };
  for (let at = 0; at < 40; at += 1) {
    const map = JSON.stringify({ sources: ['index.ts'], sourcesContent: [(name + at).repeat(9_999)] });
    const bundle = bundleOf(';base64,' + Buffer.from(map).toString('base64'));
    const path = cacheDir + '/workflow-versions/' + bundle.buildId + '.js';
    await saveBundle({ ...bundle, path, log, without: '' });
    if (await readBundle(path) === null) console.log(name, at, 'is gone');
  }`;

test('processes that save at once leave 20 whole bundles, and each finds what it has saved', async () => {
  const run = promisify(execFile);
  const save = (name: string) => run(process.execPath, ['--input-type=module', '-e', saver, cacheDir, name]);
  const saved = await Promise.all(['a', 'b', 'c'].map(save));
  expect(saved.map(({ stdout }) => stdout)).toEqual(['', '', '']);
  const files = await readdir(join(cacheDir, 'workflow-versions'));
  expect(files).toHaveLength(20);
  for (const name of files) expect(await find(name.slice(0, -3))).not.toBe(null);
});

test('a folder that cannot be written is warned of, and the start goes on', async () => {
  await writeFile(join(cacheDir, 'workflow-versions'), 'a file where the folder should be');
  await keep('a1');
  expect(warned).toContain('it is made again');
});
