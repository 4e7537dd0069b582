import { metricMeter } from '@temporalio/workflow';
import { metricFamilies, type MetricLabels, type MetricName } from '../domain/operations/metrics.ts';

type OfKind<Kind> = {
  [Name in MetricName]: (typeof metricFamilies)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** Counts in the process that works on the run, once: a replay counts nothing. */
export function increment<Name extends OfKind<'counter'>>(name: Name, labels: MetricLabels<Name>): void {
  metricMeter.createCounter(name, undefined, metricFamilies[name].help).add(1, labels);
}

/** As `count`, a value of a histogram. */
export function observe<Name extends OfKind<'histogram'>>(
  name: Name,
  labels: MetricLabels<Name>,
  value: number,
): void {
  metricMeter.createHistogram(name, 'float', undefined, metricFamilies[name].help).record(value, labels);
}
