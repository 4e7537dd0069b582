import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { downloadTemporal } from './make-server.ts';

async function hangingServer(hang: 'before the answer' | 'in the middle'): Promise<string> {
  const server = createServer((_request, response) => {
    if (hang === 'in the middle') response.writeHead(200).write('some bytes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['before the answer', 'in the middle'] as const)(
  'a download that hangs %s is given up',
  async (hang) => {
    const dir = await mkdtemp(join(tmpdir(), 'steward-download-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const download = downloadTemporal({ dir, baseUrl: await hangingServer(hang), patience: 200 });
    await expect(download).rejects.toThrow('for 0.2 s');
  },
);
