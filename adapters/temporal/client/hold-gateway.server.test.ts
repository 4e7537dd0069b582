import { spawnSync } from 'node:child_process';
import type { Client } from '@temporalio/client';
import { expect, onTestFinished, test } from 'vitest';
import { createDiscordActivities } from '../../../activities/discord-activities.ts';
import { runWorkers, silentLog } from '../../../test/support/run-workers.ts';
import { startTcpProxy } from '../../../test/support/processes/tcp-proxy.ts';
import { testClient, testConnection, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { PortError } from '../../../domain/ports/errors.ts';
import { gatewayId } from '../../../workflows/contract/names.ts';
import { connectClient } from './connect.ts';
import { embeddedSettings } from './connection-settings.ts';
import { thisProcess, type GatewayProcess, holdGateway, type GatewayLease } from './hold-gateway.ts';

const pace = { beat: 100, trusted: 300, gone: 3_000 };

interface Install {
  readonly lease: GatewayLease;
  /** Resolves with why another process has the gateway. */
  readonly lost: Promise<PortError>;
}

/** A process of another host. */
const elsewhere = (self: Partial<GatewayProcess>): GatewayProcess => ({
  host: 'host-1',
  pid: 1,
  pids: '',
  ...self,
});

/** Listens as a process with task queues of its own, whose step begins at once. */
async function listen(
  applicationId: string,
  self: Partial<GatewayProcess> = {},
  { client, ...how }: Partial<typeof pace> & { readonly client?: Client } = {},
): Promise<Install> {
  const taskQueue = uniqueTaskQueue();
  const { holdGateway: hold } = createDiscordActivities({} as never);
  await runWorkers({ taskQueue, roles: ['bot'], activities: { discord: { holdGateway: hold } } });
  const { promise: lost, resolve } = Promise.withResolvers<PortError>();
  const lease = await holdGateway({
    client: client ?? (await testClient()),
    taskQueue,
    applicationId,
    self: elsewhere(self),
    log: silentLog,
    pace: { ...pace, ...how },
    lost: resolve,
  });
  onTestFinished(lease.giveUp);
  return { lease, lost };
}

const runOf = async (applicationId: string) =>
  (await testClient()).workflow.getHandle(gatewayId(applicationId));

test('the gateway of an application has one holder, whatever task queues the others have', async () => {
  const id = uniqueId();
  const first = await listen(id);
  const { startTime } = await (await runOf(id)).describe();
  await expect(listen(id, { host: 'host-2' })).rejects.toMatchObject({
    code: 'discord_gateway_held',
    message: expect.stringContaining(`process 1 on host-1, since ${startTime.toISOString()}`) as string,
  });
  await first.lease.confirm();
});

test('two applications do not meet', async () => {
  const [one, other] = [await listen(uniqueId()), await listen(uniqueId())];
  for (const { lease } of [one, other]) await expect(lease.confirm()).resolves.toBeUndefined();
});

test('a gateway that was given up is free at once', async () => {
  const id = uniqueId();
  const first = await listen(id);
  await first.lease.giveUp();
  const { lease } = await listen(id, { host: 'host-2' });
  await expect(lease.confirm()).resolves.toBeUndefined();
});

test('a dead process of this host is succeeded at once', async () => {
  const id = uniqueId();
  const own = thisProcess();
  await listen(id, { ...own, pid: spawnSync('true').pid });
  const { lease } = await listen(id, { ...own, pid: process.ppid }, { gone: 1_000_000 });
  await expect(lease.confirm()).resolves.toBeUndefined();
});

test('of a container with pids of its own nothing is known but its heartbeats', async () => {
  const id = uniqueId();
  const own = thisProcess();
  await listen(id, { ...own, pid: spawnSync('true').pid, pids: 'of another' });
  await expect(listen(id, own)).rejects.toMatchObject({ code: 'discord_gateway_held' });
});

test('a holder that was silent for long is succeeded, and hands nothing in when it is back', async () => {
  const id = uniqueId();
  const frozen = await listen(id, {}, { beat: 1_000_000 });
  const second = await listen(id, { host: 'host-2' });
  await expect(frozen.lease.confirm()).rejects.toMatchObject({ code: 'discord_gateway_held' });
  await expect(frozen.lost).resolves.toMatchObject({ message: expect.stringContaining('host-2') as string });
  await expect(frozen.lease.confirm()).rejects.toMatchObject({ code: 'discord_gateway_held' });
  await second.lease.confirm();
});

test('a holder hears by itself that it was succeeded', async () => {
  const id = uniqueId();
  const first = await listen(id, { ...thisProcess(), pid: spawnSync('true').pid });
  await listen(id, { ...thisProcess() });
  await expect(first.lost).resolves.toMatchObject({ code: 'discord_gateway_held' });
});

test('a holder whose run an operator ends goes on with a new one', async () => {
  const id = uniqueId();
  const { lease } = await listen(id);
  const run = await runOf(id);
  const { runId } = await run.describe();
  await run.terminate();
  await expect.poll(async () => (await run.describe()).runId).not.toBe(runId);
  await lease.confirm();
  await expect(listen(id, { host: 'host-2' })).rejects.toMatchObject({ code: 'discord_gateway_held' });
});

test('heartbeats leave nothing in the history', async () => {
  const id = uniqueId();
  await listen(id);
  const run = await runOf(id);
  const beatOf = async () => (await run.describe()).raw.pendingActivities?.[0]?.lastHeartbeatTime ?? null;
  await expect.poll(beatOf).not.toBeNull();
  const [beat, { historyLength }] = [await beatOf(), await run.describe()];
  await expect.poll(beatOf).not.toEqual(beat);
  expect((await run.describe()).historyLength).toBe(historyLength);
});

test('an outage of Temporal keeps the lease: nothing is handed in meanwhile, and it goes on afterwards', async () => {
  const id = uniqueId();
  const { address, namespace } = testConnection();
  const proxy = await startTcpProxy({ port: Number(address.split(':')[1]) });
  onTestFinished(() => proxy.close());
  const client = await connectClient(embeddedSettings({ address: `127.0.0.1:${proxy.port}`, namespace }));
  onTestFinished(() => client.connection.close());
  const { lease } = await listen(id, {}, { client });
  proxy.onRequest = () => 'cut';
  proxy.cut();
  await expect.poll(() => lease.confirm().catch((error: PortError) => error.kind)).toBe('transient');
  proxy.onRequest = () => 'pass';
  await expect
    .poll(() =>
      lease.confirm().then(
        () => 'held',
        () => 'away',
      ),
    )
    .toBe('held');
});
