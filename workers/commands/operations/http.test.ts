import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { httpKey, httpPage } from './http.ts';

/** The configuration of a folder of its own. */
function configWith(http: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-http-'));
  const config = join(folder, 'config.yaml');
  const source = 'sources: [{ site: https://docs.example.com/api/, group: api }]';
  writeFileSync(config, `kb: { ${source} }\nstorage: { data_dir: ${folder} }\nhttp: { port: 8787${http} }\n`);
  return config;
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

test('a link to the page is printed where there is one', async () => {
  const config = configWith(', page: true, public_url: https://steward.example.com');
  expect(await printedBy(() => httpPage({ config }))).toMatch(
    /^https:\/\/steward\.example\.com\/page\/enter\?key=[\w-]{20,}\n$/u,
  );
  await expect(httpPage({ config: configWith('') })).rejects.toThrow('http.page');
});
