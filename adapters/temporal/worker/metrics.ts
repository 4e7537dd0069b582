import { Runtime } from '@temporalio/worker';
import { metricFamilies, type MetricName, type Metrics } from '../../../domain/operations/metrics.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { freePort } from '../server/free-port.ts';
import { installRuntime } from './runtime.ts';

export interface OpenedMetrics {
  readonly metrics: Metrics;
  /** All metrics of this process, Temporal's and Steward's, in Prometheus' text format. */
  readonly exported: () => Promise<string>;
}

/**
 * Creates Steward's metrics on the meter of Temporal's SDK, so that one exporter serves both. The exporter listens on a free port
 * of the loopback address. Call this before anything else creates the process's runtime.
 */
export async function openMetrics(log: Log): Promise<OpenedMetrics> {
  const address = `127.0.0.1:${await freePort()}`;
  installRuntime(log, address);
  const meter = Runtime.instance().metricMeter;
  const recorders = new Map(
    Object.entries(metricFamilies).map(([name, { kind, help }]) => [name, recorderOf(name, kind, help)]),
  );
  function recorderOf(name: string, kind: (typeof metricFamilies)[MetricName]['kind'], help: string) {
    if (kind === 'counter') {
      const counter = meter.createCounter(name, undefined, help);
      return (value: number, labels: object) => counter.add(value, { ...labels });
    }
    if (kind === 'gauge') {
      const gauge = meter.createGauge(name, 'float', undefined, help);
      return (value: number, labels: object) => gauge.set(value, { ...labels });
    }
    const histogram = meter.createHistogram(name, 'float', undefined, help);
    return (value: number, labels: object) => histogram.record(value, { ...labels });
  }
  const counted = fromZero();
  return {
    metrics: { record: (name, labels, value) => recorders.get(name)?.(value, labels) },
    exported: async () => {
      const lines = (await (await fetch(`http://${address}/metrics`)).text()).split('\n');
      return counted(lines.filter((line) => !isLeftOut(line))).join('\n');
    },
  };
}

/** Metrics with a series for every kind of step or run, which repeat what others say. */
const documentLeftOut = [
  'temporal_activity_succeed_endtoend_latency',
  'temporal_activity_task_received',
  'temporal_long_request',
  'temporal_workflow_endtoend_latency',
  'temporal_workflow_task_replay_latency',
];

const isLeftOut = (line: string): boolean =>
  documentLeftOut.some(
    (family) => line.startsWith(family) || /^# \w+ (\w+)/u.exec(line)?.[1]?.startsWith(family),
  );

/**
 * Changes the lines of a scrape: each series of a counter or histogram is 0 the first time. Prometheus takes the first value that it
 * sees for the beginning of the count, so `rate` and `increase` would miss the first failed capture, or the first vote. If two servers
 * scrape, the second one still misses it.
 */
export function fromZero(): (lines: readonly string[]) => readonly string[] {
  const seen = new Set<string>();
  return (lines) => {
    let counts = false;
    return lines.map((line) => {
      const [, kind] = /^# TYPE \S+ (\w+)/u.exec(line) ?? [];
      if (kind !== undefined) counts = kind === 'counter' || kind === 'histogram';
      const [, series = ''] = /^([^#].*) \S+$/u.exec(line) ?? [];
      if (!counts || series === '' || seen.has(series)) return line;
      seen.add(series);
      return `${series} 0`;
    });
  };
}
