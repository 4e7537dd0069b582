import process from 'node:process';

const repeatMilliseconds = 1_000;

/**
 * Calls `stop` at the first Ctrl-C or SIGTERM. A process gets one signal several times when its whole group gets it and npm or the
 * launcher passes it on, so what follows within a second counts as the same. A later one is meant, and ends the process at once.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let first: number | null = null;
  const hear = (signal: NodeJS.Signals): void => {
    if (first === null) {
      first = performance.now();
      stop(signal);
    } else if (performance.now() - first > repeatMilliseconds) {
      for (const one of signals) process.off(one, hear);
      process.kill(process.pid, signal);
    }
  };
  for (const signal of signals) process.on(signal, hear);
}
