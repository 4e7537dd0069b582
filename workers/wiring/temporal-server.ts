import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import {
  embeddedSettings,
  loadConnection,
  type ReachableSettings,
} from '../../adapters/temporal/client/connection-settings.ts';
import { findTemporalBinary } from '../../adapters/temporal/server/find-server.ts';
import { embeddedDatabase, runningServer } from '../../adapters/temporal/server/server-record.ts';
import { defaultPorts, freePort, isPortFree } from '../../adapters/temporal/server/free-port.ts';
import { startServer, type EmbeddedServer } from '../../adapters/temporal/server/start-server.ts';

export interface TemporalAt {
  readonly settings: ReachableSettings;
  /** Null when unknown. */
  readonly uiUrl: string | null;
  /** Steward's own server, or null. */
  readonly embedded: Pick<EmbeddedServer, 'reused' | 'pid' | 'stop'> | null;
}

export interface TemporalServerOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the embedded server's database and log. */
  readonly dir: string;
  readonly port: number;
  readonly uiPort: number;
  /** `temporal.ui_url` of the config. */
  readonly uiUrl: string | null;
  readonly progress: (line: string) => void;
  /** Takes other ports where the default ones are not free. */
  readonly takesFreePorts?: boolean;
}

/** Finds the server of TEMPORAL_ADDRESS, or else the embedded one, which it installs and starts if necessary. */
export async function reachTemporal(options: TemporalServerOptions): Promise<TemporalAt> {
  const { env, dir, port, uiPort, uiUrl, progress, takesFreePorts = false } = options;
  const settings = loadConnection(env);
  const { address, namespace } = settings;
  if (address !== null) return { settings: { ...settings, address }, uiUrl, embedded: null };
  const binary = await findTemporalBinary({ env, cacheDir: stewardCacheDir(env), progress });
  const dbPath = embeddedDatabase(dir);
  const running = await runningServer(dbPath);
  if (!running) progress('Starting the Temporal server (a few seconds)');
  // Nobody asked for the default port.
  else if (running.port !== port && port !== defaultPorts.temporal) {
    progress(
      `The Temporal server of this folder already runs on port ${running.port}; --port ${port} is not used.`,
    );
  }
  const server = await startServer({
    binary,
    port: takesFreePorts ? await freeOr(port, defaultPorts.temporal) : port,
    uiPort: takesFreePorts ? await freeOr(uiPort, defaultPorts.ui) : uiPort,
    namespace,
    dbPath,
    logPath: join(dir, 'temporal.log'),
  });
  return {
    settings: embeddedSettings({ address: server.address, namespace }),
    uiUrl: uiUrl ?? server.uiUrl,
    embedded: server,
  };
}

/** A port that somebody asked for stays as it is. */
const freeOr = async (port: number, usual: number): Promise<number> =>
  port !== usual || (await isPortFree(port)) ? port : freePort();

/** The address of a run in the Temporal UI; without a run id, that of all runs of the workflow id. */
export function uiLink(run: {
  readonly uiUrl: string;
  readonly namespace: string;
  readonly workflowId: string;
  readonly runId?: string;
}): string {
  const { uiUrl, namespace, workflowId, runId } = run;
  const parts = ['namespaces', namespace, 'workflows', workflowId, ...(runId ? [runId, 'history'] : [])];
  return `${uiUrl.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`;
}
