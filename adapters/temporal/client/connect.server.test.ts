import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inject, expect, onTestFinished, test } from 'vitest';
import { testConnection } from '../../../test/support/temporal.ts';
import { connectClient, connectWorker } from './connect.ts';
import { embeddedSettings, loadConnection } from './connection-settings.ts';
import { freePort } from '../server/free-port.ts';

const soon = { connectMilliseconds: 500 };
const at = (address: string) => embeddedSettings({ address, namespace: 'default' });

test('the environment of the Temporal tools is enough to connect', async () => {
  const settings = loadConnection({ TEMPORAL_ADDRESS: inject('temporalAddress') });
  expect(settings).toMatchObject({ namespace: 'default', options: { tls: false } });
  const client = await connectClient({ ...settings, address: inject('temporalAddress') });
  await client.connection.close();
});

test.each([
  ['client', connectClient],
  ['worker', connectWorker],
] as const)(
  'a %s at an address where nobody answers gets one sentence with the address',
  async (_, connect) => {
    const address = `127.0.0.1:${await freePort()}`;
    const connected = connect(at(address), soon);
    await expect(connected).rejects.toMatchObject({
      name: 'PortError',
      kind: 'final',
      code: 'temporal_unreachable',
    });
    await expect(connected).rejects.toThrow(
      `No Temporal server can be used at ${address}: it does not answer.`,
    );
  },
);

test('a web server is no Temporal server', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('no')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connected = connectClient(at(`127.0.0.1:${(server.address() as AddressInfo).port}`), soon);
  await expect(connected).rejects.toMatchObject({ code: 'temporal_unreachable' });
});

test('a namespace that is missing is named, with the command that creates it', async () => {
  const connected = connectClient({ ...testConnection(), namespace: 'elsewhere' });
  await expect(connected).rejects.toMatchObject({ code: 'temporal_namespace_missing' });
  await expect(connected).rejects.toThrow('temporal operator namespace create --namespace elsewhere');
});

test('workers connect to a server that answers', async () => {
  const connection = await connectWorker(testConnection());
  onTestFinished(() => connection.close());
  await expect(connection.workflowService.getSystemInfo({})).resolves.toBeDefined();
});
