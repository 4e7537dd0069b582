import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../test/support/processes/tcp-proxy.ts';
import type { DiscordBench } from '../support/discord-bench.ts';
import type { Supervised } from '../support/supervised.ts';

export interface HostNetwork {
  /** The address by which the host reaches this machine. */
  readonly gateway: string;
  /** The beginning of the host's commands. */
  readonly within: readonly string[];
  /** Takes the cable out for a while. Null without a cable. */
  readonly unplug: ((milliseconds: number) => Promise<void>) | null;
  readonly leave: () => Promise<void>;
}

export interface Host {
  readonly name: string;
  readonly process: Supervised;
  readonly postgres: TcpProxy;
  readonly temporal: TcpProxy;
  readonly network: HostNetwork;
}

const startMilliseconds = 300_000;

/** Starts a worker that shares only the two servers with the others, and reaches them through proxies of its own. */
export async function startHost({
  bench,
  name,
  role,
  network,
  port,
  idleTransactionSeconds,
}: {
  readonly bench: DiscordBench;
  readonly name: string;
  readonly role: string;
  readonly network: HostNetwork;
  /** The port of PostgreSQL. */
  readonly port: number;
  readonly idleTransactionSeconds: number;
}): Promise<Host> {
  const { gateway, within } = network;
  const postgres = await startTcpProxy({ port }, { port: 0, host: gateway });
  const temporal = await startTcpProxy({ port: bench.temporal.port }, { port: 0, host: gateway });
  const folder = join(bench.dir, `host-${name}`);
  await mkdir(folder);
  const url = new URL(bench.config.storage.url?.reveal() ?? '');
  url.host = `${gateway}:${postgres.port}`;
  const starting = bench.worker(name, role, {
    within,
    env: {
      TEMPORAL_ADDRESS: `${gateway}:${temporal.port}`,
      STEWARD__STORAGE__URL: url.href,
      STEWARD__STORAGE__DATA_DIR: folder,
      STEWARD__STORAGE__IDLE_TRANSACTION_TIMEOUT_SECONDS: String(idleTransactionSeconds),
      // Only the library's host has the documents.
      ...(role !== 'library' && { STEWARD__KB__SOURCES_DIR: join(folder, 'documents') }),
    },
  });
  const late = sleep(startMilliseconds, null, { ref: false }).then(() => {
    throw new Error(`the host ${name} does not start; its log is in ${bench.dir}`);
  });
  const process = await Promise.race([starting, late]).catch(async (error: unknown) => {
    // The network outlives its processes.
    await network.leave();
    throw error;
  });
  return { name, process, postgres, temporal, network };
}

/** Cuts all connections for a while. */
export async function away(proxy: TcpProxy, milliseconds: number): Promise<void> {
  proxy.onRequest = proxy.onAnswer = () => 'cut';
  proxy.cut();
  await sleep(milliseconds);
  proxy.onRequest = proxy.onAnswer = () => 'pass';
}

export async function slowed(milliseconds: number, ...proxies: readonly TcpProxy[]): Promise<void> {
  for (const proxy of proxies) proxy.delayMilliseconds = 100;
  await sleep(milliseconds);
  for (const proxy of proxies) proxy.delayMilliseconds = 0;
}

const forwarder = new URL('../../test/support/processes/forward.ts', import.meta.url);

let hosts = 0;

/**
 * Whether each host can have a network namespace of its own, with a cable to this machine. This needs the right to
 * administer the network, and `ip`.
 */
export function mayNamespace(): boolean {
  const name = `steward-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return true;
  } catch {
    return false;
  }
}

/** A host that shares this machine's network. */
export const sharedNetwork: HostNetwork = {
  gateway: '127.0.0.1',
  within: [],
  unplug: null,
  leave: async () => {},
};

/**
 * The network of a host with its own namespace. It reaches this machine only by its gateway. The servers at `ports` of
 * this machine's loopback address also answer on the host's.
 */
export async function joinNetwork(ports: readonly number[]): Promise<HostNetwork> {
  hosts += 1;
  const name = `steward-${process.pid}-${hosts}`;
  const [cable, subnet] = [`stw${process.pid % 100_000}x${hosts}`, `10.231.${hosts % 250}`];
  const gateway = `${subnet}.1`;
  ip('netns', 'add', name);
  const proxies: TcpProxy[] = [];
  let forwarding: ChildProcess | null = null;
  const leave = async () => {
    forwarding?.kill('SIGKILL');
    await Promise.all(proxies.map((proxy) => proxy.close()));
    ip('netns', 'del', name);
  };
  try {
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('addr', 'add', `${gateway}/30`, 'dev', cable);
    ip('link', 'set', cable, 'up');
    ip('-n', name, 'addr', 'add', `${subnet}.2/30`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    for (const port of ports) proxies.push(await startTcpProxy({ port }, { port: 0, host: gateway }));
    const pairs = proxies.map((proxy, at) => `${ports[at]}:${proxy.port}`);
    forwarding = fork(forwarder, [gateway, ...pairs], {
      execPath: 'ip',
      execArgv: ['netns', 'exec', name, process.execPath],
    });
    await once(forwarding, 'message');
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    gateway,
    within: ['ip', 'netns', 'exec', name],
    async unplug(milliseconds) {
      ip('link', 'set', cable, 'down');
      await sleep(milliseconds);
      ip('link', 'set', cable, 'up');
    },
    leave,
  };
}

const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: 'ignore' });
