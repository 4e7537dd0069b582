import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../http-server.ts';

const key = 'secret-key-of-a-server';

const never = async (): Promise<never> => {
  throw new Error('is not asked here');
};

async function serve() {
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [key], publishable: () => [], salt: 'salt' },
    trustedProxies: [],
    requestsPerMinute: 2,
    visitorRequestsPerMinute: 2,
    keepAliveSeconds: 1,
    version: '1',
    knowledge: {
      library: { liveGeneration: never },
      sources: { search: never, load: never },
      records: { pairOrigin: never },
    },
    asking: { ask: never, vote: never },
    page: null,
    widgetTexts: {},
    log: { warn: () => {} },
  });
  onTestFinished(() => server.close());
  return async (body: unknown) => {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

it('limits calls, of which a request holds one', async () => {
  const post = await serve();
  const many = Array.from({ length: 50 }, (_, id) => ({ ...list, id }));
  const refused = await post(many);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { code: 'bad_request' }]);
  const listed = await post(list);
  expect([listed.status, listed.text]).toEqual([200, expect.stringContaining('search_knowledge')]);
  expect((await post(list)).status).toBe(429);
});
