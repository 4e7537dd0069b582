import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HttpServer } from '../../adapters/http/http-server.ts';
import { startMetricsServer } from '../../adapters/http/metrics-server.ts';
import { findPollers, lastRefreshAt, stuckRuns } from '../../adapters/temporal/runs/inspect-runs.ts';
import type { OpenedMetrics } from '../../adapters/temporal/worker/metrics.ts';
import { hasRole, type WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import { metricsPortOf } from '../../config/schema/http.ts';
import type { Config } from '../../config/schema.ts';
import type { Metrics } from '../../domain/operations/metrics.ts';
import { sharesUsed } from '../../domain/operations/model-usage.ts';
import { usageDay } from '../../domain/values/time.ts';
import { neededQueues } from '../wiring/open-adapters.ts';
import type { Steward } from '../wiring/open-steward.ts';
import type { ChatConnection } from './chat-connection.ts';

interface Measured {
  readonly config: Config;
  readonly roles: readonly WorkerRole[];
  readonly steward: Pick<Steward, 'client' | 'taskQueue' | 'storage' | 'runs'>;
  readonly chatConnection: Pick<ChatConnection, 'gatewayState'>;
  readonly metrics: Metrics;
  /** Whether the workers accept steps, which they do not while they stop. */
  readonly isWorking: () => boolean;
}

/** Serves `/metrics`, `/healthz` and `/readyz` if the config has a port; otherwise null. */
export async function serveMetrics({
  opened,
  log,
  ...parts
}: Omit<Measured, 'metrics'> & {
  readonly opened: OpenedMetrics | null;
  readonly log: Logger;
}): Promise<HttpServer | null> {
  const { port, host } = parts.config.metrics;
  if (port === null || opened === null) return null;
  const measured = { ...parts, metrics: opened.metrics };
  let sampling: Promise<unknown> | null = null;
  const server = await startMetricsServer({
    host,
    port: metricsPortOf(port, parts.roles),
    parts: () => partsOf(measured),
    metrics: async () => {
      // A sample that takes long because Temporal or the store is down is not started twice.
      sampling ??= sample(measured).finally(() => (sampling = null));
      await Promise.race([
        Promise.all([sampleReadiness(measured), sampling]),
        sleep(longestSampleMilliseconds, undefined, { ref: false }),
      ]);
      return opened.exported();
    },
  });
  log.info({ url: server.url, roles: parts.roles }, 'metrics_listening');
  return server;
}

/** Prometheus waits for ten seconds. Metrics that take longer keep their last value, and `steward_ready` shows what is down. */
const longestSampleMilliseconds = 4_000;
const longestCheckMilliseconds = 3_000;

async function sampleReadiness(measured: Measured): Promise<void> {
  for (const [part, isThere] of Object.entries(await partsOf(measured)))
    measured.metrics.record('steward_ready', { part }, Number(isThere));
}

/** Measures what no step records. Never rejects. */
async function sample(measured: Measured): Promise<void> {
  const { metrics, roles, chatConnection } = measured;
  const gateway = chatConnection.gatewayState();
  if (gateway) metrics.record('steward_intake_lag_seconds', {}, gateway.lagSeconds);
  if (hasRole(roles, 'library')) await Promise.allSettled([sampleTemporal(measured), sampleStore(measured)]);
}

/** Only the role library samples what is the same for all processes. */
async function sampleTemporal({ config, steward, metrics }: Measured): Promise<void> {
  const refreshedAt = await lastRefreshAt(steward);
  if (refreshedAt)
    metrics.record('steward_last_refresh_timestamp_seconds', {}, refreshedAt.getTime() / 1_000);
  metrics.record('steward_stuck_runs', {}, (await stuckRuns(steward)).length);
  const isNeeded = neededQueues(config);
  for (const { kind, queue, workers, backlog, backlogSeconds } of await findPollers(steward)) {
    if (!isNeeded(kind)) continue;
    metrics.record('steward_task_queue_workers', { queue }, workers.length);
    metrics.record('steward_task_queue_backlog', { queue }, backlog);
    metrics.record('steward_task_queue_backlog_age_seconds', { queue }, backlogSeconds);
  }
}

async function sampleStore({ config, steward: { storage }, metrics }: Measured): Promise<void> {
  const { records, library, now } = storage;
  metrics.record('steward_failed_captures', {}, (await library.failedCaptures()).length);
  const used = await records.usageTotals({ day: usageDay(now()) });
  for (const { limit, share } of sharesUsed(used, config.budget))
    metrics.record('steward_budget_left_ratio', { limit }, Math.max(0, 1 - share));
}

/** Whether each thing that this process needs works. */
async function partsOf({ roles, steward, chatConnection, isWorking }: Measured) {
  const { storage, runs } = steward;
  const checks: Readonly<Record<string, () => Promise<boolean>>> = {
    workers: async () => isWorking(),
    temporal: () => runs.captureState('health').then(() => true),
    store: () => storage.records.pauses().then(() => true),
    ...(hasRole(roles, 'bot') && {
      discord: async () => chatConnection.gatewayState()?.isConnected === true,
    }),
  };
  const results = Object.entries(checks).map(async ([part, check]) => {
    const overdue = sleep(longestCheckMilliseconds, false, { ref: false });
    return [part, await Promise.race([check().catch(() => false), overdue])] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}
