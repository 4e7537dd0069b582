import { freePort, isPortFree } from '../../adapters/temporal/server/free-port.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { reachTemporal } from '../../workers/wiring/temporal-server.ts';

/** Temporal's server of a bench, with its database in the folder. It ends with this process. */
export async function startBenchServer(dir: string) {
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const ports = { port: await freePort(), uiPort: await freePort() };
  const start = () => reachTemporal({ dir, ports, uiUrl: null, env, progress: () => {} });
  let server = await start();
  const pid = () => server.embedded?.pid ?? 0;
  const end = () => void (pid() > 0 && process.kill(pid(), 'SIGKILL'));
  process.once('exit', end);
  return {
    settings: server.settings,
    port: ports.port,
    /** The environment without an address of another server. */
    env,
    pid,
    /** Kills it, and starts it again on its database file. */
    kill: async (): Promise<void> => {
      end();
      while (!(await isPortFree(ports.port)) || !(await isPortFree(ports.uiPort))) await sleep(50);
      server = await start();
    },
    stop: async (): Promise<void> => {
      await server.embedded?.stop();
      process.off('exit', end);
    },
  };
}
