import { metricMeter } from '@temporalio/workflow';
import { metricFamilies, type MetricLabels, type MetricName } from '../domain/operations/metrics.ts';

type OfKind<Kind> = {
  [Name in MetricName]: (typeof metricFamilies)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** Adds one to a counter of the process that executes the run. A replay does not count again. */
export function increment<Name extends OfKind<'counter'>>(name: Name, labels: MetricLabels<Name>): void {
  metricMeter.createCounter(name, undefined, metricFamilies[name].help).add(1, labels);
}

/** Records a value in a histogram, as `increment` does in a counter. */
export function observe<Name extends OfKind<'histogram'>>(
  name: Name,
  labels: MetricLabels<Name>,
  value: number,
): void {
  metricMeter.createHistogram(name, 'float', undefined, metricFamilies[name].help).record(value, labels);
}
