import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { loadConfig } from '../../../config/load.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
import { openStore } from '../../wiring/open-adapters.ts';
import { httpKey, httpPage } from './http.ts';

/** The configuration of a folder of its own. */
function configWith(http: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-http-'));
  const config = join(folder, 'config.yaml');
  const source = 'sources: [{ site: https://docs.example.com/api/, group: api }]';
  writeFileSync(config, `kb: { ${source} }\nstorage: { data_dir: ${folder} }\nhttp: { port: 8787${http} }\n`);
  return config;
}

async function storeOf(config: string): Promise<Storage> {
  const storage = await openStore(loadConfig({ path: config, env: {} }).config, { log: silentLog });
  onTestFinished(() => storage.close());
  return storage;
}

/** What a command has printed. */
async function printedBy(command: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const writing = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
  );
  try {
    await command();
  } finally {
    for (const spy of writing) spy.mockRestore();
  }
  return lines.join('');
}

/** The key command in a folder of its own; returns what it printed. */
function commandIn(): (options?: Partial<Parameters<typeof httpKey>[0]>) => Promise<string> {
  const config = configWith('');
  return (options = {}) =>
    printedBy(() => httpKey({ json: false, origin: [], sources: [], config, ...options }));
}

test('a key is made with its limits, listed, and revoked', async () => {
  const run = commandIn();
  const made = await run({
    name: 'Docs',
    origin: ['https://docs.example.com/guide/'],
    sources: ['api'],
    questionsPerDay: 200,
  });
  const key = /data-key="([\w-]+)"/u.exec(made)?.[1] ?? '';
  expect(await run()).toBe(`${key}  Docs, https://docs.example.com; sources api; 200 questions a day\n`);
  expect(await run({ revoke: key })).toContain('works no more');
  expect(await run()).toContain('npx steward http key --origin');
  await expect(run({ revoke: key })).rejects.toThrow(`There is no key ${key}.`);
});

test('what is no origin, a group that no source has, and limits without a page are refused', async () => {
  const run = commandIn();
  await expect(run({ origin: ['docs'] })).rejects.toThrow('not docs');
  await expect(run({ origin: ['https://a.example'], sources: ['app'] })).rejects.toThrow('group app');
  await expect(run({ sources: ['api'] })).rejects.toThrow('--origin');
});

test('a link to the page is printed with how long it works, and with what is missing if nothing serves it', async () => {
  const config = configWith(', page: true, public_url: https://steward.example.com');
  const storage = await storeOf(config);
  const link = String.raw`^https://steward\.example\.com/page/enter\?key=[\w-]{20,}\nIt works once, for ten minutes\.\n`;
  const unserved = 'No worker with the role reply runs, .*: npx steward worker\n';
  await storage.records.announceWorker({ name: 'a:1', roles: ['bot'] });
  expect(await printedBy(() => httpPage({ config }))).toMatch(new RegExp(`${link}${unserved}$`, 'u'));
  await storage.records.announceWorker({ name: 'a:2', roles: ['all'] });
  expect(await printedBy(() => httpPage({ config }))).toMatch(new RegExp(`${link}$`, 'u'));
  const pageless = configWith('');
  await storeOf(pageless);
  await expect(httpPage({ config: pageless })).rejects.toThrow('http.page');
});
