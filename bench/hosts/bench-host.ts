import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../test/support/processes/tcp-proxy.ts';
import type { DiscordBench } from '../support/discord-bench.ts';
import type { Supervised } from '../support/supervised.ts';

export interface Host {
  readonly name: string;
  readonly process: Supervised;
  readonly postgres: TcpProxy;
  readonly temporal: TcpProxy;
}

const startMilliseconds = 300_000;

/** Starts a worker that shares only the two servers with the others, and reaches them through proxies of its own. */
export async function startHost({
  bench,
  name,
  role,
  port,
  idleTransactionSeconds,
}: {
  readonly bench: DiscordBench;
  readonly name: string;
  readonly role: string;
  /** The port of PostgreSQL. */
  readonly port: number;
  readonly idleTransactionSeconds: number;
}): Promise<Host> {
  const postgres = await startTcpProxy({ port });
  const temporal = await startTcpProxy({ port: bench.temporal.port });
  const folder = join(bench.dir, `host-${name}`);
  await mkdir(folder);
  const url = new URL(bench.config.storage.url?.reveal() ?? '');
  url.host = `127.0.0.1:${postgres.port}`;
  url.searchParams.set('idle_in_transaction_session_timeout', String(1_000 * idleTransactionSeconds));
  const starting = bench.worker(name, role, {
    env: {
      TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
      STEWARD__STORAGE__URL: url.href,
      STEWARD__STORAGE__DATA_DIR: folder,
      // Only the library's host has the documents.
      ...(role !== 'library' && { STEWARD__KB__SOURCES_DIR: join(folder, 'documents') }),
    },
  });
  const late = sleep(startMilliseconds, null, { ref: false }).then(() => {
    throw new Error(`the host ${name} does not start; its log is in ${bench.dir}`);
  });
  return { name, process: await Promise.race([starting, late]), postgres, temporal };
}

/** Cuts all connections for a while. */
export async function away(proxy: TcpProxy, milliseconds: number): Promise<void> {
  proxy.onRequest = proxy.onAnswer = () => 'cut';
  proxy.cut();
  await sleep(milliseconds);
  proxy.onRequest = proxy.onAnswer = () => 'pass';
}

/** As when a cable is taken out: connections live on, and nothing comes through. */
export async function unplugged(milliseconds: number, ...proxies: readonly TcpProxy[]): Promise<void> {
  for (const proxy of proxies) proxy.onRequest = proxy.onAnswer = () => 'drop';
  await sleep(milliseconds);
  for (const proxy of proxies) {
    // What was lost inside a connection is not sent again.
    proxy.cut();
    proxy.onRequest = proxy.onAnswer = () => 'pass';
  }
}

export async function slowed(milliseconds: number, ...proxies: readonly TcpProxy[]): Promise<void> {
  for (const proxy of proxies) proxy.delayMilliseconds = 100;
  await sleep(milliseconds);
  for (const proxy of proxies) proxy.delayMilliseconds = 0;
}
