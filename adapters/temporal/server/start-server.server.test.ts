import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { asNobody } from '../../../test/support/as-nobody.ts';
import { connectClient } from '../client/connect.ts';
import { embeddedSettings } from '../client/connection-settings.ts';
import { runningServer, stopServer } from './server-record.ts';
import { freePort } from './free-port.ts';
import { startServer, type ServerRequest } from './start-server.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'steward-server-'));
});

afterEach(async () => {
  await stopServer(join(dir, 'temporal.db'));
  await rm(dir, { recursive: true, force: true });
});

const request = async (change: Partial<ServerRequest> = {}): Promise<ServerRequest> => ({
  binary: inject('temporalBinary'),
  ports: { port: await freePort(), uiPort: null },
  dbPath: join(dir, 'temporal.db'),
  logPath: join(dir, 'temporal.log'),
  namespace: 'steward',
  ...change,
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A port that somebody listens on until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function startRun(address: string, workflowId: string): Promise<void> {
  const client = await connectClient(embeddedSettings({ address, namespace: 'steward' }));
  await client.workflow.start('someWorkflow', { workflowId, taskQueue: 'nobody' });
  await client.connection.close();
}

test('a server keeps its runs over a stop and a start, in a write-ahead log', async () => {
  const first = await startServer(await request());
  await startRun(first.address, 'kept');
  expect(existsSync(join(dir, 'temporal.db-wal'))).toBe(true);
  await first.stop();
  await expect.poll(() => isAlive(first.pid)).toBe(false);

  const second = await startServer(await request());
  const client = await connectClient(embeddedSettings({ address: second.address, namespace: 'steward' }));
  const { status } = await client.workflow.getHandle('kept').describe();
  await client.connection.close();
  expect(status.name).toBe('RUNNING');
});

test('a second start finds the running server, on whatever ports it runs', async () => {
  const first = await startServer(await request());
  const second = await startServer(await request());
  expect(second).toMatchObject({ pid: first.pid, address: first.address });
});

test('starts at the same time on one database end in one server', async () => {
  const [first, second] = await Promise.all([startServer(await request()), startServer(await request())]);
  expect(first.pid).toBe(second.pid);
});

test('a server that was killed is replaced', async () => {
  const first = await startServer(await request());
  process.kill(first.pid, 'SIGKILL');
  const second = await startServer(await request());
  expect(second.pid).not.toBe(first.pid);
});

test('the process of a stale record is left alone when it is another program', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const dbPath = join(dir, 'temporal.db');
  const record = { pid: other.pid, port: await freePort(), uiPort: null, dbPath };
  await writeFile(`${dbPath}.server.json`, JSON.stringify(record));
  expect(await stopServer(dbPath)).toBe(false);
  expect(other.exitCode ?? other.signalCode).toBe(null);
});

test.skipIf(process.getuid?.() !== 0)(
  'a server that outlives every signal stays on record, so that none is started beside it',
  async () => {
    const dbPath = join(dir, 'temporal.db');
    const others = spawn('sh', ['-c', 'read line; :', 'sh', `--db-filename=${dbPath}`, '.'], {
      uid: 1,
    });
    const record = { pid: others.pid, port: await freePort(), uiPort: null, dbPath };
    await writeFile(`${dbPath}.server.json`, JSON.stringify(record));
    await chmod(dir, 0o777);
    const stop = () => stopServer(dbPath, 100);
    const stopped = await asNobody()(() => stop().catch((error: unknown) => error));
    expect(stopped).toMatchObject({
      code: 'server_not_stopped',
      message: expect.stringContaining(`Its process is ${record.pid}`),
    });
    expect(await runningServer(dbPath)).toEqual(record);
    others.kill('SIGKILL');
  },
);

test('a server takes the ports of the last one on its file, and others where they are taken', async () => {
  const { ports: _, ...own } = await request();
  const dbPath = own.dbPath;
  const last = { pid: 2, port: await freePort(), uiPort: await freePort(), dbPath };
  await writeFile(`${dbPath}.server.json`, JSON.stringify(last));
  const first = await startServer(own);
  expect([first.address, first.uiUrl]).toEqual([`127.0.0.1:${last.port}`, `http://127.0.0.1:${last.uiPort}`]);
  await first.stop();
  const port = await takenPort();
  await writeFile(`${dbPath}.server.json`, JSON.stringify({ ...last, port }));
  const second = await startServer(own);
  expect(second.address).not.toBe(`127.0.0.1:${port}`);
});

test('a server that dies at start is reported with the place of its log', async () => {
  const logPath = join(dir, 'temporal.log');
  await writeFile(
    join(dir, 'temporal.db'),
    'this is no database, and long enough to be looked at as one'.repeat(50),
  );
  const started = startServer(await request({ logPath }));
  await expect(started).rejects.toMatchObject({ code: 'server_not_started' });
  await expect(started).rejects.toThrow(logPath);
  expect(await readFile(logPath, 'utf8')).not.toBe('');
});

test('a database that another version of the server has made is named, and left as it is', async () => {
  const first = await startServer(await request());
  await first.stop();
  await expect.poll(() => isAlive(first.pid)).toBe(false);
  const dbPath = join(dir, 'temporal.db');
  const old = new DatabaseSync(dbPath);
  old.exec('DROP TABLE current_chasm_executions');
  old.close();
  const started = startServer(await request());
  await expect(started).rejects.toMatchObject({ code: 'server_not_started' });
  await expect(started).rejects.toThrow(`The database ${dbPath} was made by another version`);
  expect(await runningServer(dbPath)).toBeNull();
  expect(existsSync(dbPath)).toBe(true);
});

test('a server that ends while it starts, since another one still held what it needs, is started again', async () => {
  const binary = join(dir, 'temporal-at-the-second-start');
  const mark = join(dir, 'was-started');
  const script = `#!/bin/sh\n[ -e '${mark}' ] || { touch '${mark}'; exit 1; }\nexec '${inject('temporalBinary')}' "$@"\n`;
  await writeFile(binary, script, { mode: 0o755 });
  const { address, pid } = await startServer(await request({ binary }));
  expect(isAlive(pid)).toBe(true);
  await startRun(address, 'at-last');
});

test('a binary that does not exist is reported like a server that dies', async () => {
  const started = startServer(await request({ binary: join(dir, 'no-such-binary') }));
  await expect(started).rejects.toMatchObject({ code: 'server_not_started' });
});

test('the server gets none of the secrets of the environment', async () => {
  process.env['STEWARD_TEST_SECRET'] = 'hush';
  onTestFinished(() => void delete process.env['STEWARD_TEST_SECRET']);
  const { pid } = await startServer(await request());
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  expect(environment).not.toContain('STEWARD_TEST_SECRET');
});
