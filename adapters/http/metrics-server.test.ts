import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startMetricsServer } from './metrics-server.ts';

async function open(parts: Readonly<Record<string, boolean>>, port = 0) {
  const server = await startMetricsServer({
    host: '127.0.0.1',
    port,
    metrics: async () => 'steward_open_windows 3\n',
    parts: async () => parts,
  });
  onTestFinished(server.close);
  return server.url;
}

it('is ready with all parts, and says which one is missing', async () => {
  const ready = await fetch(`${await open({ temporal: true })}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', parts: { temporal: 'ok' } }]);
  const url = await open({ temporal: true, discord: false });
  const missing = await fetch(`${url}/readyz`);
  expect([missing.status, await missing.json()]).toEqual([
    503,
    { status: 'not_ready', parts: { temporal: 'ok', discord: 'missing' } },
  ]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('looks for its parts once for all who ask at the same time', async () => {
  let looks = 0;
  const looked = Promise.withResolvers<Readonly<Record<string, boolean>>>();
  const server = await startMetricsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: async () => '',
    parts: () => {
      looks += 1;
      return looked.promise;
    },
  });
  onTestFinished(server.close);
  const asked = Array.from({ length: 20 }, () => fetch(`${server.url}/readyz`));
  await vi.waitFor(() => expect(looks).toBe(1));
  looked.resolve({ temporal: true });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(looks).toBeLessThan(20);
});

it('ends the connections whose last answers it gives when it stops, so that no proxy goes on using them', async () => {
  const [looked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<object>()];
  const server = await startMetricsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: async () => '',
    parts: async () => {
      looked.resolve();
      return { ...(await answered.promise), temporal: true };
    },
  });
  onTestFinished(server.close);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const sent = request(`${server.url}/readyz`, { agent }).end();
  await looked.promise;
  server.stop();
  answered.resolve({});
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  response.resume();
});

it('gives Prometheus its text format', async () => {
  const response = await fetch(`${await open({})}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/u);
  expect(await response.text()).toBe('steward_open_windows 3\n');
});

it('names the setting when another program has its port', async () => {
  const { port } = new URL(await open({}));
  await expect(open({}, Number(port))).rejects.toThrow(/^metrics\.port: .* \(EADDRINUSE\)/u);
});
