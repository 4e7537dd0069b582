import { asyncLocalStorage } from '@temporalio/activity';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogEntry } from '@temporalio/worker';
import { metricFamilies } from '../../../domain/operations/metrics.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { describeError, replayProblem } from '../client/describe-error.ts';

let target: Log | null = null;

/**
 * Sends the log of the SDK and of its native core through Steward's own, and its metrics to an exporter where one is named. To
 * be called before the first connection of a worker; a later call only changes where the log goes. Signals are left to the
 * process: nothing stops by itself.
 */
export function installRuntime({
  log,
  exporter = null,
}: {
  readonly log: Log;
  /** Where Prometheus' text format is served: `127.0.0.1:PORT`. */
  readonly exporter?: string | null;
}): void {
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

/** Few for the SDK's own, which have a series for each kind of step, call and run. */
const sdkSeconds = [0.1, 1, 10];
const stepSeconds = [10];

const buckets: Record<string, number[]> = Object.fromEntries([
  ...[
    'temporal_request_latency',
    'temporal_workflow_task_schedule_to_start_latency',
    'temporal_workflow_task_execution_latency',
    'temporal_activity_schedule_to_start_latency',
  ].map((name) => [name, sdkSeconds]),
  ['temporal_activity_execution_latency', stepSeconds],
  ...Object.entries(metricFamilies).flatMap(([name, family]) =>
    'buckets' in family ? [[name, [...family.buckets]]] : [],
  ),
]);

/** Names and numbers of Temporal's own. Everything else may hold what a person wrote. */
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

/** Said of every worker, because each of ours polls for one kind of task; and what a step has said itself when it failed. */
const isExpected = (message: string): boolean =>
  /^No [\w ]+ registered, not polling|^Activity failed$/.test(message);

function forward({ level, message, meta = {} }: LogEntry, log: Log): void {
  const fields = Object.fromEntries(
    safeFields.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]])),
  );
  const error = meta['error'] === undefined ? {} : { error: describeError(meta['error']) };
  const reason = replayProblem(String(meta['failure'] ?? ''));
  log[isExpected(message) ? 'debug' : levelOf[level]](
    { event: 'temporal.sdk', ...fields, ...error, ...(reason !== null && { reason }) },
    message,
  );
}

/** Whose work a line belongs to, for every line that a step writes. */
export function fieldsOfRun(): object {
  const info = asyncLocalStorage.getStore()?.info;
  if (!info) return {};
  const { workflowExecution: run, activityType: step, attempt } = info;
  return { workflow_id: run?.workflowId, run_id: run?.runId, step, attempt };
}
