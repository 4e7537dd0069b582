import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFromWheel, packageIndex } from './fetch-wheel.ts';

const fileName = 'some_tool-1.2.3-py3-none-any.whl';

async function wheelBytes(): Promise<Buffer> {
  const zip = new JSZip();
  zip.file('some_tool/tool', 'the tool');
  return zip.generateAsync({ type: 'nodebuffer' });
}

/** An index on loopback; the requests that came are returned with it. */
async function index(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const listings = {
  JSON: JSON.stringify({ files: [{ filename: fileName, url: `/files/${fileName}` }] }),
  HTML: `<a href="../../files/${fileName}#sha256=00">${fileName}</a>`,
};

async function fetchTool(request: { index: string; bytes: Buffer; sha256?: string; member?: string }) {
  const dir = await mkdtemp(join(tmpdir(), 'steward-wheel-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const { bytes, sha256 = createHash('sha256').update(bytes).digest('hex') } = request;
  await fetchFromWheel({
    wheel: { project: 'some-tool', fileName, sha256, bytes: bytes.length },
    member: request.member ?? 'some_tool/tool',
    to: join(dir, 'tool'),
    env: { PIP_INDEX_URL: request.index },
    patience: 200,
  });
  return readFile(join(dir, 'tool'), 'utf8');
}

test.each(['JSON', 'HTML'] as const)(
  'a file comes out of a wheel that an index lists as %s',
  async (kind) => {
    const bytes = await wheelBytes();
    const { host } = await index(({ url }, response) => {
      response.end(url?.startsWith('/files/') ? bytes : listings[kind]);
    });
    expect(await fetchTool({ index: `http://${host}/simple/`, bytes })).toBe('the tool');
  },
);

test('bytes other than the pinned ones are refused, and nothing is unpacked', async () => {
  const bytes = await wheelBytes();
  const { host } = await index(({ url }, response) => {
    response.end(url?.startsWith('/files/') ? bytes : listings.JSON);
  });
  const fetched = fetchTool({ index: `http://${host}/simple`, bytes, sha256: '0'.repeat(64) });
  await expect(fetched).rejects.toThrow('its SHA-256 differs');
});

test.each([
  ['lists other files only', '{"files":[]}', 200, `does not list ${fileName}`],
  ['refuses', 'no', 403, 'answered HTTP 403'],
] as const)('an index that %s is a sentence', async (_what, body, status, sentence) => {
  const { host } = await index((_request, response) => response.writeHead(status).end(body));
  const fetched = fetchTool({ index: `http://${host}/simple`, bytes: await wheelBytes() });
  await expect(fetched).rejects.toMatchObject({ code: 'download_failed', message: `${host} ${sentence}` });
});

test('an index that hangs is given up, and one that is not there is named', async () => {
  const bytes = await wheelBytes();
  const { host } = await index(() => {});
  await expect(fetchTool({ index: `http://${host}/simple`, bytes })).rejects.toThrow('nothing came from');
  await expect(fetchTool({ index: 'http://127.0.0.1:9/simple', bytes })).rejects.toThrow(
    '127.0.0.1:9 cannot be reached',
  );
});

test("the index is the one that a variable of pip's or uv's names, else the public one", () => {
  expect(packageIndex({ PIP_INDEX_URL: 'https://mirror.example/simple/' })).toBe(
    'https://mirror.example/simple',
  );
  expect(packageIndex({ UV_DEFAULT_INDEX: 'https://uv.example/' })).toBe('https://uv.example');
  expect(packageIndex({})).toBe('https://pypi.org/simple');
});
