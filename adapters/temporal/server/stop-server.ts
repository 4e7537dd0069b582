import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finalError } from '../../../domain/ports/errors.ts';
import { removeServerRecord, runningServer } from './server-record.ts';

const pollMilliseconds = 50;

/**
 * Stops the server that runs on a database file, after ten seconds by force. Returns whether there was one. The file stays. Throws a
 * final `PortError` when it cannot be ended, so that no second server is started on its file.
 */
export async function stopServer(server: {
  readonly dbPath: string;
  readonly patienceMilliseconds?: number;
}): Promise<boolean> {
  const { patienceMilliseconds = 10_000 } = server;
  const dbPath = resolve(server.dbPath);
  const record = await runningServer(dbPath);
  if (!record) return false;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    tryToSignal(record.pid, signal);
    const deadline = performance.now() + patienceMilliseconds;
    while (performance.now() < deadline && (await runningServer(dbPath))) await sleep(pollMilliseconds);
    if (await runningServer(dbPath)) continue;
    await removeServerRecord(dbPath);
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
