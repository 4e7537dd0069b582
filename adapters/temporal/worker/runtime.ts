import { asyncLocalStorage } from '@temporalio/activity';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogEntry } from '@temporalio/worker';
import { metricFamilies } from '../../../domain/operations/metrics.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { faultFields, placesOf } from '../../../domain/ports/errors.ts';
import { replayProblem } from '../deployment/replay-runs.ts';

let target: Log | null = null;

/**
 * Sends the log of the SDK and of its native core to Steward's log, and its metrics to an exporter if one is given, by the address that
 * serves Prometheus' text format: `127.0.0.1:PORT`. Call this before the first connection of a worker; later calls only change the log.
 * The SDK does not react to signals.
 */
export function installRuntime(log: Log, exporter: string | null = null): void {
  const first = target === null;
  target = log;
  if (!first) return;
  Runtime.install({
    logger: new DefaultLogger('INFO', (entry) => target && forward(entry, target)),
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
      ...(exporter !== null && {
        metrics: {
          attachServiceName: false,
          prometheus: {
            bindAddress: exporter,
            useSecondsForDurations: true,
            histogramBucketOverrides: buckets,
          },
        },
      }),
    },
    shutdownSignals: [],
  });
}

/**
 * Upper bounds for the SDK's metrics. They are few, because each kind of step, call and run has its series: up to 50 ms all is well
 * (`npm run bench -- reply`), and with 10 s something is wrong.
 */
const waitSeconds = [0.05, 1, 10];
const workSeconds = [0.05, 10];

const buckets: Record<string, number[]> = Object.fromEntries([
  ...[
    'temporal_request_latency',
    'temporal_workflow_task_schedule_to_start_latency',
    'temporal_activity_schedule_to_start_latency',
  ].map((name) => [name, waitSeconds]),
  ...['temporal_workflow_task_execution_latency', 'temporal_activity_execution_latency'].map((name) => [
    name,
    workSeconds,
  ]),
  ...Object.entries(metricFamilies).flatMap(([name, family]) =>
    'buckets' in family ? [[name, [...family.buckets]]] : [],
  ),
]);

/** Fields with Temporal's own names and numbers. Others may contain what a person wrote. */
const safeFields = [
  'namespace',
  'taskQueue',
  'workflowId',
  'runId',
  'workflowType',
  'activityId',
  'activityType',
  'attempt',
  'durationMs',
  'sdkComponent',
  'state',
  'target',
] as const;

/** The SDK's lines about a worker's start and stop are debug output; Steward logs its own. */
const levelOf = { TRACE: 'debug', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK logs the first for every worker, because each polls for one kind of task; a failed step has logged itself. */
const isExpected = (message: string): boolean =>
  /^No [\w ]+ registered, not polling|^Activity failed$/.test(message);

function forward({ level, message, meta = {} }: LogEntry, log: Log): void {
  const fields = Object.fromEntries(
    safeFields.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]])),
  );
  const { error } = meta;
  const fault = error === undefined ? {} : { ...faultFields(error), at: placesOf(error) };
  const reason = replayProblem(String(meta['failure'] ?? ''));
  log[isExpected(message) ? 'debug' : levelOf[level]](
    { event: 'temporal.sdk', ...fields, ...fault, ...(reason !== null && { reason }) },
    message,
  );
}

/** The run and step that a log line belongs to; empty outside a step. */
export function fieldsOfRun(): object {
  const info = asyncLocalStorage.getStore()?.info;
  if (!info) return {};
  const { workflowExecution: run, activityType: step, attempt } = info;
  return { workflow_id: run?.workflowId, run_id: run?.runId, step, attempt };
}
