import { join } from 'node:path';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import {
  embeddedSettings,
  loadConnection,
  type ReachableSettings,
} from '../../adapters/temporal/client/connection-settings.ts';
import { findTemporalBinary } from '../../adapters/temporal/server/find-server.ts';
import { embeddedDatabase, runningServer } from '../../adapters/temporal/server/server-record.ts';
import {
  startServer,
  type EmbeddedServer,
  type ServerRequest,
} from '../../adapters/temporal/server/start-server.ts';

export interface TemporalAt {
  readonly settings: ReachableSettings;
  /** Null when unknown. */
  readonly uiUrl: string | null;
  /** Steward's own server, or null. */
  readonly embedded: Pick<EmbeddedServer, 'pid' | 'stop'> | null;
}

export interface TemporalServerOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the embedded server's database and log. */
  readonly dir: string;
  /** Other ports than the server takes by itself. */
  readonly ports?: ServerRequest['ports'];
  /** `temporal.ui_url` of the config. */
  readonly uiUrl: string | null;
  readonly progress: (line: string) => void;
}

/** Finds the server of TEMPORAL_ADDRESS, or else the embedded one, which it installs and starts if necessary. */
export async function reachTemporal(options: TemporalServerOptions): Promise<TemporalAt> {
  const { env, dir, ports, uiUrl, progress } = options;
  const settings = loadConnection(env);
  const { address, namespace } = settings;
  if (address !== null) return { settings: { ...settings, address }, uiUrl, embedded: null };
  const binary = await findTemporalBinary({ env, cacheDir: stewardCacheDir(env), progress });
  const dbPath = embeddedDatabase(dir);
  if (!(await runningServer(dbPath)))
    progress('Starting the Temporal server (a few seconds). It keeps running: npx steward temporal stop');
  const server = await startServer({
    binary,
    ...(ports && { ports }),
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
