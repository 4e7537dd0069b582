import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { connectClient } from '../../adapters/temporal/client/connect.ts';
import { embeddedSettings } from '../../adapters/temporal/client/connection-settings.ts';
import { findTemporalBinary } from '../../adapters/temporal/server/find-server.ts';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { startServer } from '../../adapters/temporal/server/start-server.ts';
import { recordHistories } from './record-histories.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the real Temporal server that all tests of a run share. */
    temporalAddress: string;
    /** The `temporal` program that runs it, for tests that start a server of their own. */
    temporalBinary: string;
  }
}

const testNamespace = 'default';

/** Starts one real server for the whole run, with a temporary database. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const binary = await findTemporalBinary({
    env: process.env,
    cacheDir: stewardCacheDir(process.env),
    progress: (line) => console.error(line),
  });
  const dir = await mkdtemp(join(tmpdir(), 'steward-test-server-'));
  const watchdog = startWatchdog(dir);
  const server = await startServer({
    binary,
    ports: { port: await freePort(), uiPort: null },
    dbPath: join(dir, 'temporal.db'),
    logPath: join(dir, 'temporal.log'),
    namespace: testNamespace,
  });
  provide('temporalAddress', server.address);
  provide('temporalBinary', binary);
  return async () => {
    if (process.env['RECORD_HISTORIES']) await record(server.address);
    await server.stop();
    watchdog.kill();
    await rm(dir, { recursive: true, force: true });
  };
}

async function record(address: string): Promise<void> {
  const client = await connectClient(embeddedSettings({ address, namespace: testNamespace }));
  await recordHistories(client);
  await client.connection.close();
}

/** Ends the server and removes its folder if this run is killed before its teardown. */
function startWatchdog(dir: string) {
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    pid=$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' "$2/temporal.db.server.json")
    [ -n "$pid" ] && kill -9 "$pid"
    rm -rf "$2"`;
  const args = ['-c', script, 'sh', String(process.pid), dir];
  const watchdog = spawn('/bin/sh', args, { detached: true, stdio: 'ignore' });
  watchdog.unref();
  return watchdog;
}
