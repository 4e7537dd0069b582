import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { docsPage, keys, serve } from '../support/serve.ts';

type Era = 'legacy' | 'auto';

async function connect(transport: Transport, era: Era = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const over = (url: string, key: string) =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });

it('serves the official client over HTTP, of today and of 2025, and refuses who has no secret key', async () => {
  const model = await startScriptedModel(agreeable);
  const { url, steward, post } = await serve({ model });
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
  const [record] = await steward.storage.records.replyRecordsWhere({ limit: 100 });
  expect(record?.authorId).toMatch(/^http-[0-9a-f]{12}$/);

  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const refused = async (key: string, headers = {}) => {
    const response = await post('/mcp', list, { key, headers });
    return [response.status, ((await response.json()) as { readonly code?: string }).code];
  };
  expect(await refused('a-key-that-nobody-has-given')).toEqual([401, 'wrong_key']);
  expect(await refused(keys.page, { origin: docsPage })).toEqual([403, 'secret_key_needed']);
  expect(await refused(keys.secret, { origin: docsPage })).toEqual([403, 'secret_key_in_page']);
  expect(await refused(keys.secret, { origin: 'https://evil.example' })).toEqual([403, 'unknown_origin']);
});
