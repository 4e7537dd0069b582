import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that listens, as its run's memo names it. */
export interface GatewayProcess {
  readonly host: string;
  readonly pid: number;
  /** Which processes its pid is one of: containers on one host have pids of their own. */
  readonly pids: string;
  /** The store's id, and where it is. */
  readonly store: string;
  readonly place: string;
}

export const thisProcess = (): Omit<GatewayProcess, 'store' | 'place'> => ({
  host: hostname(),
  pid: process.pid,
  pids: pidNamespace(),
});

/** Whether it is certain that a process of this host has ended: with this one's own pid it has. */
export function isDead({ host, pid, pids }: GatewayProcess, self: GatewayProcess): boolean {
  if (host !== self.host || pids !== self.pids) return false;
  if (pid === self.pid) return true;
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
