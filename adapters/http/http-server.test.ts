import { request as httpRequest } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { PortError } from '../../domain/ports/errors.ts';
import type { Asking } from '../../domain/ports/interactions.ts';
import { startHttpServer, type HttpOptions } from './http-server.ts';

const page = 'https://docs.example.com';
const [secret, publishable] = ['secret-key-of-a-server', 'key-that-stands-in-a-page'];

const never = async (): Promise<never> => {
  throw new Error('is not asked here');
};
const knowledge = {
  library: { liveGeneration: never },
  sources: { search: never, load: never },
  records: { pairOrigin: never },
};

/** A server whose questions never end; what it was asked and what it logged. */
async function serve({
  asking = {},
  ...over
}: Partial<Omit<HttpOptions, 'asking'>> & { readonly asking?: Partial<Asking> } = {}) {
  const [asked, logged]: [Parameters<Asking['ask']>[0][], string[]] = [[], []];
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [secret], publishable: () => [{ key: publishable, origins: [page] }], salt: 'salt' },
    trustedProxies: ['loopback'],
    requestsPerMinute: 1_000,
    visitorRequestsPerMinute: 1_000,
    keepAliveSeconds: 1,
    version: '1',
    knowledge,
    page: null,
    widgetTexts: {},
    log: { warn: (fields, event) => logged.push(JSON.stringify({ event, ...fields })) },
    ...over,
    asking: {
      ask: async (question) => {
        asked.push(question);
        throw new PortError({ kind: 'transient', code: 'temporal_call_failed', message: 'It is away.' });
      },
      vote: async () => {},
      ...asking,
    },
  });
  onTestFinished(() => server.close());
  const call = async (
    path: string,
    { key = secret, body = '', headers = {}, method = 'POST' }: Sent = {},
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(method === 'POST' && { body }),
    });
    const text = await response.text();
    const { code, message } = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>;
    return { status: response.status, code, message, headers: response.headers };
  };
  return { url: server.url, asked, logged, call };
}

interface Sent {
  readonly key?: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

const question = JSON.stringify({ question: 'How do I set the port?' });
const questionWith = (fields: object) => JSON.stringify({ question: 'How?', ...fields });

it.each<readonly [string, Sent, number, string, RegExp]>([
  ['no key', { key: '', body: question }, 401, 'wrong_key', /Authorization/u],
  ['a wrong key', { key: 'secret-key-of-a-servex', body: question }, 401, 'wrong_key', /Authorization/u],
  ['no body', { body: '' }, 400, 'bad_json', /JSON/u],
  ['broken JSON', { body: '{"question": "secret words' }, 400, 'bad_json', /JSON/u],
  ['a list', { body: '[]' }, 400, 'bad_request', /The body must be object/u],
  ['a prototype', { body: '{"question": "How?", "__proto__": {"x": 1}}' }, 400, 'bad_json', /JSON/u],
  ['no question', { body: '{}' }, 400, 'bad_request', /'question'/u],
  ['a number', { body: questionWith({ question: 5 }) }, 400, 'bad_request', /question must be string/u],
  ['blanks', { body: questionWith({ question: ' \n' }) }, 400, 'bad_request', /question must match/u],
  [
    'a long question',
    { body: questionWith({ question: 'x'.repeat(4_001) }) },
    400,
    'bad_request',
    /more than 4000 characters/u,
  ],
  [
    'a path as id',
    { body: questionWith({ request_id: '../../etc' }) },
    400,
    'bad_request',
    /request_id must match/u,
  ],
  [
    'a forged conversation',
    { body: questionWith({ conversation_id: 'a b' }) },
    400,
    'bad_request',
    /conversation_id must match/u,
  ],
  ['a long visitor', { body: questionWith({ visitor: 'x'.repeat(65) }) }, 400, 'bad_request', /visitor/u],
  [
    'an unknown field',
    { body: questionWith({ secret_words: 1 }) },
    400,
    'bad_request',
    /additional properties/u,
  ],
  ['a large body', { body: questionWith({ question: 'x'.repeat(70_000) }) }, 413, 'too_large', /64 KB/u],
  [
    'text',
    { body: question, headers: { 'content-type': 'text/plain' } },
    415,
    'wrong_type',
    /application\/json/u,
  ],
  ['bytes that are no text', { body: Buffer.from([0x7b, 0xff, 0xfe]) }, 400, 'bad_json', /JSON/u],
  [
    'an unknown page',
    { key: publishable, body: question, headers: { origin: 'https://evil.example' } },
    403,
    'unknown_origin',
    /origin/u,
  ],
  [
    'a page that hides',
    { key: publishable, body: question, headers: { origin: 'null' } },
    403,
    'unknown_origin',
    /origin/u,
  ],
  [
    'a publishable key without a page',
    { key: publishable, body: question },
    403,
    'unknown_origin',
    /from web pages only/u,
  ],
  [
    'a secret key in a page',
    { body: question, headers: { origin: page } },
    403,
    'secret_key_in_page',
    /servers/u,
  ],
  [
    'a page that names its visitor',
    { key: publishable, body: questionWith({ visitor: 'v' }), headers: { origin: page } },
    400,
    'visitor_not_allowed',
    /visitor/u,
  ],
])('%s is refused in one sentence, and nothing is asked', async (_, sent, status, code, sentence) => {
  const { call, asked, logged } = await serve();
  const refused = await call('/v1/ask', sent);
  expect(refused).toMatchObject({ status, code, message: expect.stringMatching(sentence) });
  expect(refused.message).not.toContain('secret');
  expect([asked, logged]).toEqual([[], []]);
});

it.each([
  ['{"answer_id": "../x", "helpful": true}', 400],
  ['{"answer_id": "x", "helpful": "yes"}', 400],
  ['{"answer_id": "x"}', 400],
  ['{"answer_id": "x", "helpful": true}', 204],
])('of the vote %s the status is %i', async (body, status) => {
  expect((await (await serve()).call('/v1/votes', { body })).status).toBe(status);
});

it('only listed pages may ask; another one can read why it is refused', async () => {
  const { call, asked } = await serve();
  const preflight = (origin: string) =>
    call('/v1/ask', {
      method: 'OPTIONS',
      key: '',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
  const allowed = await preflight(page);
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, page]);
  expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
  const other = 'https://evil.example';
  expect((await preflight(other)).status).toBe(204);
  const refused = await call('/v1/ask', { key: publishable, body: question, headers: { origin: other } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, other]);
  expect(refused.headers.get('access-control-allow-credentials')).toBe(null);
  const sent = await call('/v1/ask', { key: publishable, body: question, headers: { origin: page } });
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([503, page]);
  expect(asked).toHaveLength(1);
});

it('visitors of a page have limits of their own, by their address behind a proxy, and so has whoever has no key', async () => {
  const { call } = await serve({ requestsPerMinute: 3, visitorRequestsPerMinute: 2 });
  const times = async (count: number, sent: Sent) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1)
      statuses.push((await call('/v1/ask', { body: question, ...sent })).status);
    return statuses;
  };
  const from = (ip: string) => ({ key: publishable, headers: { origin: page, 'x-forwarded-for': ip } });
  expect(await times(3, from('203.0.113.1'))).toEqual([503, 503, 429]);
  expect(await times(1, from('203.0.113.2'))).toEqual([503]);
  expect(await times(1, from('2001:db8:0:1::1'))).toEqual([503]);
  expect(await times(2, from('2001:db8:0:1:ffff::2'))).toEqual([503, 429]);
  expect(await times(4, {})).toEqual([503, 503, 503, 429]);
  expect(await times(4, { key: 'guess' })).toEqual([401, 401, 401, 429]);
  const guesses = [1, 2, 3, 4].map((host) =>
    call('/v1/ask', {
      key: `g${host}`,
      body: question,
      headers: { 'x-forwarded-for': `2001:db8:7::${host}` },
    }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

it('asks in the name of a key and a visitor, without the key, the address or the name', async () => {
  const { call, asked, logged } = await serve();
  await call('/v1/ask', { body: questionWith({ visitor: 'anna', request_id: 'r' }) });
  await call('/v1/ask', {
    key: publishable,
    body: question,
    headers: { origin: page, 'x-forwarded-for': '203.0.113.7' },
  });
  const ids = asked.map(({ author }) => author.id);
  expect(ids.every((id) => /^http-[0-9a-f]{12}-[0-9a-f]{12}$/u.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(2);
  expect(asked[0]?.requestId).toBe(`${ids[0]}-r`);
  expect(JSON.stringify([asked, logged])).not.toMatch(/203\.0\.113|anna|secret-key|key-that/u);
  expect(logged).toEqual(Array(2).fill('{"event":"http_request_failed","code":"temporal_call_failed"}'));
});

it('large headers and a request that is none are refused', async () => {
  const { url, call } = await serve();
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/v1/ask`, { headers: { 'x-long': 'x'.repeat(20_000) } }, (response) =>
      resolve(response.statusCode),
    );
    sent.on('error', reject).end();
  });
  expect(status).toBe(431);
  for (const path of ['/v1/none', '/v1/%zz'])
    expect(await call(path, { method: 'GET' })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await call('/v1/ask', { method: 'GET' })).toMatchObject({ status: 404, code: 'not_found' });
});
