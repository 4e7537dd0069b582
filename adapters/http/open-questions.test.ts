import { expect, it, onTestFinished, vi } from 'vitest';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { startHttpServer } from './http-server.ts';

const page = 'https://docs.example.com';

const unused = async (): Promise<never> => {
  throw new Error('is not asked here');
};

it('a visitor has three questions that wait for answers, whether or not they hang up', async () => {
  const ends: ((record: ReplyRecord) => void)[] = [];
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [], publishable: () => [{ key: 'pk', origins: [page] }], salt: 'salt' },
    trustedProxies: ['loopback'],
    requestsPerMinute: 1_000,
    visitorRequestsPerMinute: 1_000,
    keepAliveSeconds: 1,
    version: '1',
    knowledge: {
      library: { liveGeneration: unused },
      sources: { search: unused, load: unused },
      records: { pairOrigin: unused },
    },
    page: null,
    widgetTexts: {},
    log: { warn() {} },
    asking: {
      ask: async () => {
        const { promise, resolve } = Promise.withResolvers<ReplyRecord>();
        ends.push(resolve);
        return { conversationId: null, status: async () => null, row: () => promise };
      },
      vote: async () => {},
    },
  });
  onTestFinished(() => server.close());
  const statusOf = async (requestId: string, visitor = '203.0.113.1') => {
    const gone = new AbortController();
    const { status } = await fetch(`${server.url}/v1/ask`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer pk',
        'content-type': 'application/json',
        origin: page,
        'x-forwarded-for': visitor,
      },
      body: JSON.stringify({ question: 'How?', request_id: requestId }),
      signal: gone.signal,
    });
    gone.abort();
    return status;
  };
  for (const id of ['a', 'b', 'c', 'a']) expect(await statusOf(id)).toBe(200);
  expect(await statusOf('d')).toBe(429);
  expect(await statusOf('d', '203.0.113.2')).toBe(200);
  ends[1]?.({ status: 'unanswered', statuses: [], citations: [] } as unknown as ReplyRecord);
  await vi.waitFor(async () => expect(await statusOf('d')).toBe(200));
  expect(await statusOf('e')).toBe(429);
});
