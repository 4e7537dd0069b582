import { expect, test } from 'vitest';
import { fromZero } from './metrics.ts';

const scrape = (captures: string, free: number) => [
  '# HELP steward_captures_total Captures.',
  '# TYPE steward_captures_total counter',
  ...captures.split(' ').map((one) => `steward_captures_total{outcome="${one.replace(':', '"} ')}`),
  '# TYPE steward_data_free_bytes gauge',
  `steward_data_free_bytes ${free}`,
  '',
];

test('a count begins at 0 in the scrape that first has it, and a gauge is what it is', () => {
  const counted = fromZero();
  expect(counted(scrape('failed:1', 5))).toEqual(scrape('failed:0', 5));
  expect(counted(scrape('failed:1 integrated:2', 6))).toEqual(scrape('failed:1 integrated:0', 6));
  expect(counted(scrape('failed:3 integrated:2', 7))).toEqual(scrape('failed:3 integrated:2', 7));
});
