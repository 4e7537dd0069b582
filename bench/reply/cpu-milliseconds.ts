import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type CpuMilliseconds = Readonly<Record<'worker' | 'server', number>>;

/**
 * Returns a function for the processor time of this process and of the server since this call. Without `/proc`, the
 * server's is 0.
 */
export function cpuMilliseconds(serverPid: number): () => CpuMilliseconds {
  const [own, server] = [process.cpuUsage(), serverMilliseconds(serverPid)];
  return () => {
    const { user, system } = process.cpuUsage(own);
    return { worker: (user + system) / 1000, server: serverMilliseconds(serverPid) - server };
  };
}

function serverMilliseconds(pid: number): number {
  try {
    // After the name, which may contain anything. The state is field 3, user and system ticks are 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return (ticks * 1000) / ticksPerSecond();
  } catch {
    return 0;
  }
}

const ticksPerSecond = (): number => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
