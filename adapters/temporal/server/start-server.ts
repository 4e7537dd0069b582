import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import { freePort, isPortFree } from './free-port.ts';
import { lazyConnection } from '../client/lazy-connection.ts';
import { wantedAttributes } from '../client/prepare-namespace.ts';
import {
  readRecord,
  runningServer,
  writeServerRecord,
  type ServerRecord,
  stopServer,
} from './server-record.ts';
import { withFileLock } from '../../packages/file-lock.ts';

export interface EmbeddedServer {
  /** `127.0.0.1:<port>`, plaintext. */
  readonly address: string;
  /** Null without a UI. */
  readonly uiUrl: string | null;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface ServerRequest {
  readonly binary: string;
  /** By default those of the last server on this database file, the usual ones, or free ones. */
  readonly ports?: ServerPorts;
  readonly dbPath: string;
  readonly logPath: string;
  readonly namespace: string;
}

/** `uiPort` is null for no UI. */
type ServerPorts = Pick<ServerRecord, 'port' | 'uiPort'>;

const startMilliseconds = 60_000;

/** Settings that differ from the server's defaults; compose/dynamic-config.yaml has the same ones, with the reasons. */
export const dynamicConfig = [
  'history.transferProcessorMaxPollRPS=2000',
  'matching.enableFairness=true',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'frontend.WorkerHeartbeatsEnabled=true',
  'frontend.ListWorkersEnabled=true',
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=3',
] as const;

/**
 * Starts the real Temporal server on a database file, or finds the one that runs on it, on any port. It outlives this process,
 * until `stop` or `stopServer`. Throws a final `PortError` when the server dies or does not answer.
 */
export async function startServer(request: ServerRequest): Promise<EmbeddedServer> {
  const dbPath = resolve(request.dbPath);
  const logPath = resolve(request.logPath);
  await mkdir(dirname(dbPath), { recursive: true });
  await mkdir(dirname(logPath), { recursive: true });
  return withFileLock(`${dbPath}.lock`, async () => {
    const running = await runningServer(dbPath);
    if (running && (await answers(running, request.namespace))) return describe(running);
    if (running) await stopServer(dbPath);
    return describe(await start({ ...request, dbPath, logPath }));
  });
}

function describe({ pid, port, uiPort, dbPath }: ServerRecord): EmbeddedServer {
  return {
    address: `127.0.0.1:${port}`,
    uiUrl: uiPort === null ? null : `http://127.0.0.1:${uiPort}`,
    pid,
    stop: async () => void (await stopServer(dbPath)),
  };
}

/** A server that was just killed may block its database, or a port that the new one picks, for a moment. */
const maxStarts = 3;

async function start(request: ServerRequest): Promise<ServerRecord> {
  const { dbPath, ports } = request;
  for (let starts = 1; starts <= maxStarts; starts += 1) {
    const started = await startOnce(request, ports ?? (await portsFor(dbPath)));
    if (typeof started === 'object') {
      if (!(await lacksTables(started, request.namespace))) return started;
      await stopServer(dbPath);
      throw ofAnotherVersion(request);
    }
    await stopServer(dbPath);
    if (started === 'silent')
      throw notStarted(request, `did not answer within ${startMilliseconds / 1000} s`);
    await sleep(starts * 250);
  }
  throw notStarted(request, `ended ${maxStarts} times while it started`);
}

/** Returns the server once it answers, or how it failed. */
async function startOnce(
  request: ServerRequest,
  { port, uiPort }: ServerPorts,
): Promise<ServerRecord | 'ended' | 'silent'> {
  const { dbPath, namespace } = request;
  const child = await spawnServer(request, { port, uiPort });
  const record = { pid: child.pid ?? 0, port, uiPort, dbPath };
  if (child.pid) await writeServerRecord(record);
  const deadline = performance.now() + startMilliseconds;
  while (performance.now() < deadline) {
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) return 'ended';
    if (!(await isPortFree(port)) && (await answers(record, namespace))) return record;
    await sleep(25);
  }
  return 'silent';
}

const notStarted = ({ logPath, dbPath }: ServerRequest, how: string): PortError =>
  finalError(
    'server_not_started',
    `The Temporal server ${how}; its log is ${logPath}. ` +
      `If its database was damaged, move ${dbPath} away and start again.`,
  );

const ofAnotherVersion = ({ dbPath }: ServerRequest): PortError =>
  finalError(
    'server_not_started',
    `The database ${dbPath} was made by another version of the Temporal server, and this one cannot read it. Move the file away ` +
      'and start again: what people wrote and what was learned is in the store and stays. Runs that were open in it are lost, such as ' +
      'a capture that waits for a yes. To end those first, start with the former `temporal` in the PATH.',
  );

const answerMilliseconds = 5_000;

/** Whether the database lacks tables or columns, which a server creates only in a new file. */
async function lacksTables({ port }: ServerRecord, namespace: string): Promise<boolean> {
  // Without the client's retries, because the error of the last one has no cause.
  const connection = Connection.lazy({ ...addressOf(port), interceptors: [] });
  const scheduleId = 'steward-looks-at-the-tables';
  const failure = await failureOf(connection, () =>
    connection.workflowService.describeSchedule({ namespace, scheduleId }),
  );
  return /no such (?:table|column)/u.test(String(failure));
}

/** Whether the server knows a namespace. */
async function answers({ port }: ServerRecord, namespace: string): Promise<boolean> {
  const connection = lazyConnection({ ...addressOf(port), connectTimeout: answerMilliseconds });
  const ask = () => connection.workflowService.describeNamespace({ namespace });
  return (await failureOf(connection, ask)) === null;
}

const addressOf = (port: number) => ({ address: `127.0.0.1:${port}`, tls: false });

/** Makes one call, closes the connection, and returns the error; null if the call was answered in time. */
async function failureOf(connection: Connection, call: () => Promise<unknown>): Promise<unknown> {
  try {
    await connection.withDeadline(Date.now() + answerMilliseconds, call);
    return null;
  } catch (error) {
    return error;
  } finally {
    await connection.close();
  }
}

/** One sync for each commit instead of several; commits are just as durable. */
const pragmas = ['journal_mode=wal', 'synchronous=full'] as const;

const usualPorts = { port: 7233, uiPort: 8233 } as const;

/** Workers and links that know the last server find the new one, if its ports are free. */
async function portsFor(dbPath: string): Promise<ServerPorts> {
  const last = await readRecord(dbPath);
  return {
    port: await firstFree([last?.port, usualPorts.port]),
    uiPort: await firstFree([last?.uiPort, usualPorts.uiPort]),
  };
}

async function firstFree(wanted: readonly (number | null | undefined)[]): Promise<number> {
  for (const port of wanted) if (port && (await isPortFree(port))) return port;
  return freePort();
}

async function spawnServer(
  { binary, dbPath, logPath, namespace }: ServerRequest,
  { port, uiPort }: ServerPorts,
): Promise<ChildProcess> {
  const log = await open(logPath, 'a');
  try {
    const child = spawn(
      binary,
      [
        'server',
        'start-dev',
        '--ip=127.0.0.1',
        `--port=${port}`,
        uiPort === null ? '--headless' : `--ui-port=${uiPort}`,
        `--db-filename=${dbPath}`,
        `--namespace=${namespace}`,
        '--log-level=warn',
        ...pragmas.map((pragma) => `--sqlite-pragma=${pragma}`),
        ...dynamicConfig.map((setting) => `--dynamic-config-value=${setting}`),
        ...wantedAttributes.map(({ name, type }) => `--search-attribute=${name}=${type}`),
      ],
      // The environment contains secrets that the server does not need.
      {
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
        cwd: dirname(dbPath),
      },
    );
    // Without a listener, a missing binary would end this process. The caller checks the pid instead.
    child.once('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}
