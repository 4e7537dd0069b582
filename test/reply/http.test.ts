import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../adapters/http/http-server.ts';
import { silentLog } from '../support/run-workers.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { ScriptedProvider } from '../support/provider/scripted-provider.ts';
import { openTestSteward } from '../support/steward.ts';

const key = 'a-key-of-sixteen-characters';
const other = 'another-key-of-that-length';

async function serve({
  model,
  requestsPerMinute = 100,
}: {
  readonly model: ScriptedProvider;
  readonly requestsPerMinute?: number;
}) {
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  await steward.indexDocuments();
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    apiKeys: [key, other],
    requestsPerMinute,
    keepAliveSeconds: 0.2,
    asking: steward,
    log: silentLog,
  });
  onTestFinished(() => server.close());
  const ask = (body: object, init: RequestInit & { readonly key?: string } = {}) =>
    fetch(`${server.url}/v1/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${init.key ?? key}` },
      body: JSON.stringify(body),
      ...init,
    });
  return { steward, server, ask };
}

/** The events of a stream that has ended, in their order. */
const eventsIn = (text: string) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gmu)].map(([, event, data]) => ({
    event,
    data: JSON.parse(data ?? '') as Record<string, unknown>,
  }));

it('streams statuses and the answer, and gives a client that comes back the same run', async () => {
  const model = await startScriptedModel(async (call) => {
    if (call.decision === 'LLMGenerationResult') await sleep(1_500);
    return agreeable(call);
  });
  const { ask } = await serve({ model });
  const body = { question: 'How do I set the port?', request_id: 'one' };
  const gone = new AbortController();
  const reached = model.reached('LLMGenerationResult');
  const first = await ask(body, { signal: gone.signal });
  expect(first.headers.get('content-type')).toContain('text/event-stream');
  await reached;
  gone.abort();
  const text = await (await ask(body)).text();
  const events = eventsIn(text);
  expect(text).toContain(': keep-alive');
  expect(events.map(({ event }) => event).at(-1)).toBe('result');
  expect(events.filter(({ event }) => event === 'status').map(({ data }) => data['status'])).toEqual([
    'MODERATING_QUESTION',
    'BUILDING_CONTEXT',
    'GENERATING_ANSWER',
    'VERIFYING_CITATION',
    'COMPLETE',
  ]);
  expect(events.at(-1)?.data).toMatchObject({
    request_id: 'one',
    outcome: 'answered',
    answer: 'Set the port to 8080.',
    citations: [{ title: 'Guide', url: null }],
  });
  const calls = model.calls.length;
  expect(model.callsOf('LLMGenerationResult')).toBe(1);
  expect(eventsIn(await (await ask(body)).text()).at(-1)).toEqual(events.at(-1));
  expect(model.calls.length).toBe(calls);

  const taken = await ask({ ...body, question: 'How do I change the port?' });
  expect([taken.status, await taken.json()]).toMatchObject([409, { code: 'request_id_taken' }]);
  const another = eventsIn(
    await (await ask({ ...body, question: 'How do I change it?' }, { key: other })).text(),
  );
  expect(another.at(-1)?.data).toMatchObject({ request_id: 'one', outcome: 'answered' });
});

it('refuses wrong keys, wrong bodies and too many requests, in sentences', async () => {
  const model = await startScriptedModel(agreeable);
  const { ask, server } = await serve({ model, requestsPerMinute: 4 });
  const refused = async (body: object, init: Parameters<typeof ask>[1] = {}) => {
    const response = await ask(body, init);
    return [response.status, ((await response.json()) as { readonly code: string }).code];
  };
  expect(await refused({ question: 'How?' }, { key: 'wrong' })).toEqual([401, 'wrong_key']);
  expect(await refused({})).toEqual([400, 'bad_request']);
  expect(await refused({ question: '  ' })).toEqual([400, 'bad_request']);
  expect(await refused({ question: 'How?', request_id: '../../etc' })).toEqual([400, 'bad_request']);
  expect(await refused({ question: 'x'.repeat(4_001) })).toEqual([400, 'bad_request']);
  expect(await refused({ question: 'How?' })).toEqual([429, 'too_many_requests']);
  const described = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as {
    readonly paths: object;
  };
  expect(Object.keys(described.paths)).toEqual(['/v1/ask']);
  expect(model.calls.filter(({ decision }) => decision === 'LLMGateDecision')).toEqual([]);
});
