import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testFolder } from '../../test/support/storage/test-store.ts';
import { fetchFromNpm } from './fetch-npm.ts';
import { runCommand } from './run-command.ts';

/** A package with two files, and a registry on loopback that serves it. */
async function registry() {
  const folder = testFolder();
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package', 'bin', 'tool'), 'the tool');
  writeFileSync(join(folder, 'package', 'other'), 'something else');
  const archive = join(folder, 'some-tool.tgz');
  await runCommand('tar', ['-czf', archive, '-C', folder, 'package'], 10_000);
  const bytes = readFileSync(archive);
  const server = createServer(({ url }, response) => {
    if (url === '/some-tool/-/some-tool-1.2.3.tgz') response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { bytes, env: { NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/` } };
}

const pinned = (
  bytes: Buffer,
  sha256 = createHash('sha256').update(bytes).digest('hex'),
  version = '1.2.3',
) => ({
  name: 'some-tool',
  version,
  sha256,
  bytes: bytes.length,
});

it('takes the wanted files out of a package', async () => {
  const { bytes, env } = await registry();
  const dir = testFolder();
  await fetchFromNpm({ tarball: pinned(bytes), members: ['package/bin/tool'], dir, env });
  expect(readFileSync(join(dir, 'package', 'bin', 'tool'), 'utf8')).toBe('the tool');
  expect(() => readFileSync(join(dir, 'package', 'other'))).toThrow('ENOENT');
});

it('unpacks nothing of a package with other bytes', async () => {
  const { bytes, env } = await registry();
  const dir = testFolder();
  const fetched = fetchFromNpm({
    tarball: pinned(bytes, '0'.repeat(64)),
    members: ['package/bin/tool'],
    dir,
    env,
  });
  await expect(fetched).rejects.toThrow('its SHA-256 differs');
  expect(() => readFileSync(join(dir, 'package', 'bin', 'tool'))).toThrow('ENOENT');
});

it('a registry that refuses or is away is a sentence', async () => {
  const { bytes, env } = await registry();
  const tarball = pinned(bytes, undefined, '9.9.9');
  const request = { tarball, members: ['package/bin/tool'], dir: testFolder() };
  await expect(fetchFromNpm({ ...request, env })).rejects.toThrow(/answered HTTP 404$/u);
  const away = { NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9' };
  await expect(fetchFromNpm({ ...request, env: away })).rejects.toThrow('127.0.0.1:9 cannot be reached');
});
