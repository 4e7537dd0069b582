import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { finalError } from '../../../domain/ports/errors.ts';
import { runCommand } from '../../packages/run-command.ts';

/** The database of the server that Steward runs in a folder. */
export const embeddedDatabase = (dir: string): string => join(dir, 'temporal.sqlite');

/** Describes the server that uses a database file, in a file beside it. */
const serverRecord = z.object({
  pid: z.int().min(2),
  port: z.int(),
  uiPort: z.int().nullable(),
  /** Absolute. */
  dbPath: z.string(),
});

export type ServerRecord = z.infer<typeof serverRecord>;

const recordPath = (dbPath: string): string => `${dbPath}.server.json`;

export const writeServerRecord = (record: ServerRecord): Promise<void> =>
  writeFileAtomic(recordPath(record.dbPath), `${JSON.stringify(record)}\n`, { fsync: false });

/**
 * The server that runs on this database file, or null. A record counts only if its process lives and was started with this file,
 * because process ids are reused.
 */
export async function runningServer(database: string): Promise<ServerRecord | null> {
  const dbPath = resolve(database);
  const record = await readRecord(dbPath);
  if (!record || record.dbPath !== dbPath) return null;
  return (await commandLine(record.pid))?.includes(`--db-filename=${dbPath} `) ? record : null;
}

/** The record of the last server on this database file, whether it runs or not. */
export async function readRecord(dbPath: string): Promise<ServerRecord | null> {
  try {
    return serverRecord.parse(JSON.parse(await readFile(recordPath(dbPath), 'utf8')));
  } catch {
    return null;
  }
}

/** Null when there is no such process or it is a zombie. */
async function commandLine(pid: number): Promise<string | null> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    if (process.platform === 'linux') return null;
  }
  const { exitCode, output } = await runCommand('ps', ['-ww', '-o', 'command=', '-p', String(pid)], 5_000);
  return exitCode === 0 ? output : null;
}

const pollMilliseconds = 50;

/**
 * Stops the server that runs on a database file, after ten seconds by force. Returns whether there was one. The file stays. Throws a
 * final `PortError` when it cannot be ended, so that no second server is started on its file.
 */
export async function stopServer(database: string, patienceMilliseconds = 10_000): Promise<boolean> {
  const dbPath = resolve(database);
  const record = await runningServer(dbPath);
  if (!record) return false;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    tryToSignal(record.pid, signal);
    const deadline = performance.now() + patienceMilliseconds;
    while (performance.now() < deadline && (await runningServer(dbPath))) await sleep(pollMilliseconds);
    if (await runningServer(dbPath)) continue;
    await rm(recordPath(dbPath), { force: true });
    return true;
  }
  throw finalError(
    'server_not_stopped',
    `The Temporal server on ${dbPath} cannot be ended, even by force. Its process is ${record.pid}: end it, or restart the machine.`,
  );
}

function tryToSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile, or belongs to another user.
  }
}
