import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { docsPage, keys, serve } from '../support/serve.ts';
import { testFolder } from '../support/storage/test-store.ts';
import { testConnection, uniqueTaskQueue } from '../support/temporal.ts';

type Era = 'legacy' | 'auto';

async function connect(transport: Transport, era: Era = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const over = (url: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });

it('serves the official client over HTTP, of today and of 2025, and refuses who has no secret key', async () => {
  const model = await startScriptedModel(agreeable);
  const { url, steward } = await serve({ model });
  for (const era of ['auto', 'legacy'] as const) {
    const client = await connect(over(url, keys.secret), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_knowledge', 'read_source', 'ask']);
    const found = await client.callTool({ name: 'search_knowledge', arguments: { query: 'port' } });
    expect(found.structuredContent).toMatchObject({ hits: [{ source_id: expect.stringMatching(/^kb:/) }] });
    const progress: string[] = [];
    const asked = await client.callTool(
      { name: 'ask', arguments: { question: 'How do I set the port?' } },
      { onprogress: ({ message }) => void progress.push(message ?? '') },
    );
    expect(asked.structuredContent).toMatchObject({
      outcome: 'answered',
      answer: 'Set the port to 8080.',
      citations: [{ title: 'Guide' }],
    });
    expect(progress.at(-1)).toBe('COMPLETE');
  }
  const [record] = await steward.storage.records.recentReplyRecords(1);
  expect(record?.authorId).toMatch(/^http-[0-9a-f]{12}$/);

  await expect(connect(over(url, 'a-key-that-nobody-has-given'))).rejects.toThrow();
  await expect(connect(over(url, keys.page, { origin: docsPage }))).rejects.toThrow();
  await expect(connect(over(url, keys.secret, { origin: docsPage }))).rejects.toThrow();
  await expect(connect(over(url, keys.secret, { origin: 'https://evil.example.com' }))).rejects.toThrow();
});

it('npx steward mcp serves a client that starts it, without a worker, and ends with it', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'docs'));
  writeFileSync(
    join(folder, 'docs/ports.md'),
    '# Ports\n\nThe setting `port` sets the port. The default is 8080.\n',
  );
  const config = [
    'ai_response: { llm: { model: extractive } }',
    "kb: { sources_dir: docs, public_urls: { '': 'https://docs.example.com/' }, embeddings: off }",
    `temporal: { task_queue: ${uniqueTaskQueue()} }`,
  ];
  writeFileSync(join(folder, 'config.yaml'), config.join('\n'));
  const program = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
  const { address } = testConnection();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: folder,
    env: { ...process.env, TEMPORAL_ADDRESS: address } as Record<string, string>,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
  const client = await connect(transport);
  const found = await client.callTool({ name: 'search_knowledge', arguments: { query: 'default port' } });
  expect(found.structuredContent, said).toMatchObject({
    hits: [{ source_id: 'kb:ports.md', links: [expect.stringContaining('https://docs.example.com/')] }],
  });
  const asked = await client.callTool({ name: 'ask', arguments: { question: 'What is the default port?' } });
  expect(asked.structuredContent, said).toMatchObject({
    outcome: 'answered',
    citations: [{ title: 'Ports' }],
  });
});
