import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { finalError } from '../../domain/ports/errors.ts';
import type { CallMeter } from '../llm/call-meter.ts';
import { freePort } from '../temporal/server/free-port.ts';
import { openRemoteEmbeddings } from './remote-embeddings.ts';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

/** An endpoint on loopback that answers so, and what it was asked. */
async function endpoint(answer: (asked: Asked) => { readonly status?: number; readonly body: unknown }) {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { url: path, headers: sent } = request;
      const body = JSON.parse(bytes.toString('utf8')) as Asked['body'];
      const asked = { path, authorization: sent.authorization, body };
      requests.push(asked);
      const { status = 200, body: answered } = answer(asked);
      const headers = { 'content-type': 'application/json', location: '/v1/elsewhere' };
      response.writeHead(status, headers).end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { requests, embeddings: openRemoteEmbeddings(baseUrl, 'a-model', 'sk-1') };
}

const vectors = (values: readonly (readonly number[])[]) => ({
  object: 'list',
  model: 'a-model',
  data: values.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: 1, total_tokens: 1 },
});

it('asks the endpoint for all texts at once, and gives vectors of length 1', async () => {
  const { requests, embeddings } = await endpoint(() => ({
    body: vectors([
      [3, 4],
      [0, 2],
    ]),
  }));
  const found = await embeddings.embed(['one', 'two']);
  expect(found.map((vector) => [...vector].map((value) => Math.round(value * 10) / 10))).toEqual([
    [0.6, 0.8],
    [0, 1],
  ]);
  expect(requests).toMatchObject([
    {
      path: '/v1/embeddings',
      authorization: 'Bearer sk-1',
      body: { model: 'a-model', input: ['one', 'two'] },
    },
  ]);
});

it.each([
  [401, 'final', 'The endpoint of kb.embeddings answered HTTP 401.'],
  [307, 'final', 'The endpoint of kb.embeddings answered HTTP 307.'],
  [503, 'transient', 'The endpoint of kb.embeddings answered HTTP 503.'],
])('HTTP %i is %s, in a sentence without what the endpoint said', async (status, kind, message) => {
  const { requests, embeddings } = await endpoint(() => ({
    status,
    body: { error: { message: 'one two' } },
  }));
  await expect(embeddings.embed(['one'])).rejects.toMatchObject({
    code: 'embeddings_unavailable',
    kind,
    message,
  });
  expect(requests).toHaveLength(1);
});

it('an answer with fewer vectors than texts is none', async () => {
  const { embeddings } = await endpoint(() => ({ body: vectors([[1, 0]]) }));
  await expect(embeddings.embed(['one', 'two'])).rejects.toMatchObject({ code: 'embeddings_unavailable' });
});

it('every call is booked before it is made, and one that there is no money for is not made', async () => {
  const { requests, embeddings } = await endpoint(({ body }) =>
    body.input[0] === 'refused' ? { status: 429, body: {} } : { body: vectors([[1, 0]]) },
  );
  const booked: object[] = [];
  const spent = finalError('budget_spent', 'Another call would exceed budget.calls_per_day (2)');
  embeddings.charge({
    book: async (call) => {
      if (booked.length >= 4) throw spent;
      booked.push(call);
      return { end: async ({ used }) => (booked.push({ used }), null) };
    },
  });
  await embeddings.embed(['one']);
  await expect(embeddings.embed(['refused'])).rejects.toMatchObject({ kind: 'transient' });
  await expect(embeddings.embed(['two'])).rejects.toBe(spent);
  expect(booked).toMatchObject([
    { decision: 'embeddings', model: 'a-model', inputTokens: 2, outputTokens: 0 },
    { used: 'estimate' },
    { inputTokens: 3 },
    { used: 'nothing' },
  ]);
  expect(requests.map(({ body }) => body.input)).toEqual([['one'], ['refused']]);
});

it('a call that reaches nobody costs nothing, and an answer without vectors costs the estimate', async () => {
  const booked: unknown[] = [];
  const meter: CallMeter = { book: async () => ({ end: async ({ used }) => (booked.push(used), null) }) };
  const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
  const nobody = openRemoteEmbeddings(baseUrl, 'a-model', null);
  nobody.charge(meter);
  await expect(nobody.embed(['one'])).rejects.toMatchObject({ kind: 'transient' });
  const { embeddings } = await endpoint(() => ({ body: vectors([]) }));
  embeddings.charge(meter);
  await expect(embeddings.embed(['one'])).rejects.toMatchObject({ kind: 'transient' });
  expect(booked).toEqual(['nothing', 'estimate']);
});

it('an answer that is far too long is not read to its end', async () => {
  const { embeddings } = await endpoint(() => ({
    body: { ...vectors([[1, 0]]), padding: ' '.repeat(9_000_000) },
  }));
  await expect(embeddings.embed(['one'])).rejects.toMatchObject({ code: 'embeddings_unavailable' });
});
