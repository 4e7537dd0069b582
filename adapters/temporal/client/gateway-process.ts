import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that holds Discord's gateway, as the memo of its run describes it. */
export interface GatewayProcess {
  readonly host: string;
  readonly pid: number;
  /** The namespace of the pid: containers on one host number their processes separately. */
  readonly pids: string;
}

export const thisProcess = (): GatewayProcess => ({
  host: hostname(),
  pid: process.pid,
  pids: pidNamespace(),
});

/** Whether a process has certainly ended. One with this process's own pid has, because the pid was given out again. */
export function isDead({ host, pid, pids }: GatewayProcess, self: GatewayProcess): boolean {
  if (host !== self.host || pids !== self.pids) return false;
  return pid === self.pid || hasEnded(pid);
}

/** Whether no process of this host has the id. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
