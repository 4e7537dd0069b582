import { isDeepStrictEqual } from 'node:util';
import { ensureSchedules, triggerRefresh } from '../../../adapters/temporal/runs/schedules.ts';
import type { HttpServer } from '../../../adapters/http/http-server.ts';
import { hasRole, type WorkerRole } from '../../../adapters/temporal/worker/worker-roles.ts';
import type { Config } from '../../../config/schema.ts';
import { pageUrlOf } from '../../../config/schema/http.ts';
import { idsInIndex } from '../../../domain/documents/index-file.ts';
import { announceWorker } from '../../running/announce.ts';
import { ownServerLost } from '../../running/own-server.ts';
import { serveMetrics } from '../../running/serve-metrics.ts';
import { onStopSignal } from '../../running/stop-signal.ts';
import { serveHttp } from '../../running/serve-http.ts';
import { exitCodes } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import type { TemporalAt } from '../../wiring/temporal-server.ts';
import { ownServer } from '../../wiring/open-adapters.ts';
import { version } from '../../wiring/identity.ts';
import { withSteward, type CommandContext } from '../../cli/with-steward.ts';

interface WorkerOptions extends ConfigOption, JsonOption {
  readonly role: readonly WorkerRole[];
}

/** Runs until it is stopped. Steps in progress may end; another worker takes over the rest. */
export async function worker({ role, ...options }: WorkerOptions): Promise<void> {
  // Until it takes steps there is nothing to wait for. The first process of a container ignores signals that nothing handles.
  let stop = (): void => process.exit(exitCodes.ok);
  onStopSignal(() => stop());
  const keepsLibrary = hasRole(role, 'library');
  await withSteward(
    {
      ...options,
      worker: role,
      asks: role.some((one) => one !== 'bot'),
    },
    async (context) => {
      const { config, steward, chatConnection, log } = context;
      try {
        if (keepsLibrary)
          for (const { severity, message } of await steward.storage.inspect())
            log.warn({ severity }, `store_differs: ${message}`);
        // Only one role writes them, so that hosts with different configs do not overwrite each other's.
        if (keepsLibrary) await ensureSchedules({ ...steward, ...schedulesOf(config) });
        await work(context, { role, onStop: (stopping) => (stop = stopping) });
      } finally {
        await chatConnection.stop();
      }
      log.info({}, 'steward_stopped');
    },
  );
  // At once: until a process ends by itself, a repeated signal would end it, and a supervisor would take it for a failure.
  process.exit();
}

/** Opens the ports, works until the process is stopped or something it needs is lost, and closes the ports. */
async function work(
  context: CommandContext,
  { role, onStop }: { readonly role: readonly WorkerRole[]; readonly onStop: (stopping: () => void) => void },
): Promise<void> {
  const { config, steward, chatConnection, embeddings, temporal, log } = context;
  let isWorking = false;
  const drained = new AbortController();
  const servers = await startServers({
    ...context,
    roles: role,
    isWorking: () => isWorking,
    drained: drained.signal,
  });
  try {
    await chatConnection.start(steward);
    // Processes of one host share the file of vectors, so with SQLite one role is enough.
    const computes = config.storage.kind === 'postgres' || hasRole(role, 'library');
    void embeddings.prepare().then(() => computes && steward.storage.computeVectors());
    const announced = await announceWorker({ storage: steward.storage, roles: role });
    const { deployment, drain_seconds: drainSeconds } = config.temporal;
    // After all that can fail, because it may make this version current: a worker that ends at once must not take over open runs.
    const running = await steward.work(role, { deployment, shutdownGraceTime: drainSeconds * 1_000 });
    isWorking = true;
    // The next scheduled refresh comes anyway.
    if (hasRole(role, 'library')) triggerRefresh(steward).catch(() => log.warn({}, 'refresh_not_triggered'));
    log.info({ roles: role, ...(await startedWith(context, role)) }, 'steward_started');
    if (hasRole(role, 'library'))
      steward.live.onChange(async ({ kb }) => {
        if (!isDeepStrictEqual(kb.sources, steward.live.current().kb.sources)) await triggerRefresh(steward);
      });
    onStop(() => {
      isWorking = false;
      log.info({ drain_seconds: drainSeconds }, 'steward_stopping');
      void announced.stop();
      servers.http?.stop();
      void running.stop();
    });
    await Promise.race([running.ended, chatConnection.lost, serverLost(config, temporal)]);
  } finally {
    isWorking = false;
    drained.abort();
    await servers.http?.close();
    await servers.metrics?.close();
  }
}

const schedulesOf = ({ kb, discord }: Config) => ({
  refreshSeconds: kb.refresh_interval_seconds,
  tellsTeam: discord.team_channel_id !== null,
});

/** Listens on the ports that the config gives to these roles. */
async function startServers(
  parts: CommandContext & {
    readonly roles: readonly WorkerRole[];
    readonly isWorking: () => boolean;
    readonly drained: AbortSignal;
  },
): Promise<{ readonly http: HttpServer | null; readonly metrics: HttpServer | null }> {
  const { chatConnection, metrics: opened, roles } = parts;
  const http = hasRole(roles, 'reply') ? await serveHttp({ ...parts, listed: chatConnection.listed }) : null;
  return { http, metrics: await serveMetrics({ ...parts, opened }) };
}

/** For whoever starts it: what it knows, where it listens, and its addresses. */
const startedWith = async (
  { config, steward: { storage, live }, temporal }: CommandContext,
  roles: readonly WorkerRole[],
) => ({
  documents: idsInIndex(await storage.sources.documentIndex()).size,
  pairs: (await storage.library.generations()).find(({ live: isLive }) => isLive)?.pairs ?? 0,
  channels: hasRole(roles, 'bot') ? Object.keys(live.current().discord.channels) : null,
  page: hasRole(roles, 'reply') ? pageUrlOf(config.http) : null,
  address: temporal.settings.address,
  ui: temporal.uiUrl,
  store: `${storage.id} in ${storage.place}`,
  version,
});

const serverLost = (config: Config, { embedded }: TemporalAt): Promise<never> =>
  embedded === null ? new Promise(() => {}) : ownServerLost(() => ownServer(config));
