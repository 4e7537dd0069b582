import { fork } from 'node:child_process';
import { once } from 'node:events';
import { report, round, type BenchOptions } from '../bench-results.ts';
import type { ScaleFigures } from './scale-size.ts';

/** Multiples of the unit. */
const factors = { usual: [0.5, 10 ** 0.2, 5], full: [1, 5, 25] } as const;

const unit = { pages: 200, pairs: 100, windows: 100, records: 1_000 } as const;

/**
 * The costs at three sizes of everything at once, each in its own Steward: pages, pairs in a tenth as many topics, open
 * windows and stored replies. The keys are the slopes of log cost on log size: 0 is constant, 1 grows in proportion.
 */
export async function run({ full, ...options }: BenchOptions): Promise<void> {
  const times = factors[full ? 'full' : 'usual'];
  const measured: ScaleFigures[] = [];
  for (const factor of times) {
    const size = Object.values(unit).map((count) => Math.round(count * factor));
    const child = fork(new URL('scale-size.ts', import.meta.url), size.map(String));
    const figures = Promise.race([once(child, 'message'), once(child, 'exit').then(failed)]);
    measured.push(((await figures) as [ScaleFigures])[0]);
    console.error(`${size.join(', ')} ${Object.keys(unit).join(', ')}: ${JSON.stringify(measured.at(-1))}`);
  }
  const [first] = measured;
  if (!first) return;
  const slopes = (Object.keys(first) as (keyof ScaleFigures)[]).map((name) => {
    const costs = measured.map((figures) => figures[name]);
    return [name === 'memory_mb' ? 'memory' : name, slopeOf(costs, times)] as const;
  });
  const sizes = measured.map((figures, at) => [
    `${Math.round(unit.pages * (times[at] ?? 1))} pages`,
    figures,
  ]);
  console.table(Object.fromEntries(sizes));
  report('scale', Object.fromEntries(slopes), options);
}

function failed(): never {
  throw new Error('a size was not measured');
}

/** By least squares, between sizes that are equally far apart on the scale. */
function slopeOf(costs: readonly number[], factors: readonly number[]): number {
  const [from = 1, to = 1] = [costs[0], costs.at(-1)];
  return round(Math.log(to / from) / Math.log((factors.at(-1) ?? 1) / (factors[0] ?? 1)), 2);
}
