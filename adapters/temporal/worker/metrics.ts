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
export async function openMetrics({ log }: { readonly log: Log }): Promise<OpenedMetrics> {
  const address = `127.0.0.1:${await freePort()}`;
  installRuntime({ log, exporter: address });
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
  return {
    metrics: { record: (name, labels, value) => recorders.get(name)?.(value, labels) },
    exported: async () => await (await fetch(`http://${address}/metrics`)).text(),
  };
}
