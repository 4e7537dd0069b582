import { fork } from 'node:child_process';
import { once } from 'node:events';
import { printResult, round, type BenchOptions } from '../bench-results.ts';
import type { ScaleFigures } from './scale-size.ts';

/** Multiples of the unit. */
const sizes = { usual: [0.5, 10 ** 0.2, 5], full: [1, 5, 25] } as const;

const unit = { pages: 200, pairs: 100, windows: 100, records: 1_000 } as const;

/**
 * The costs at three sizes of everything at once, each in its own Steward: pages, pairs in a tenth as many topics, open
 * windows and stored replies. The keys are the slopes of log cost on log size: 0 is constant, 1 grows in proportion.
 */
export async function run({ json, full }: BenchOptions): Promise<void> {
  const times = sizes[full ? 'full' : 'usual'];
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
  const row = (...cells: readonly (string | number)[]) =>
    console.log(
      cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(12))).join(''),
    );
  row('', ...times.map((factor) => `${Math.round(unit.pages * factor)} pages`), 'slope');
  const names = Object.keys(first) as (keyof ScaleFigures)[];
  const slopes = names.map((name) =>
    slopeOf(
      measured.map((figures) => figures[name]),
      times,
    ),
  );
  for (const [at, name] of names.entries())
    row(name, ...measured.map((figures) => figures[name]), slopes[at] ?? 0);
  if (json) {
    const { memory_mb: memory, ...others } = Object.fromEntries(
      names.map((name, at) => [name, slopes[at] ?? 0]),
    );
    printResult('scale', {
      ...(others as Record<Exclude<keyof ScaleFigures, 'memory_mb'>, number>),
      memory: memory ?? 0,
    });
  }
}

function failed(): never {
  throw new Error('a size was not measured');
}

/** By least squares, between sizes that are equally far apart on the scale. */
function slopeOf(costs: readonly number[], factors: readonly number[]): number {
  const [from = 1, to = 1] = [costs[0], costs.at(-1)];
  return round(Math.log(to / from) / Math.log((factors.at(-1) ?? 1) / (factors[0] ?? 1)), 2);
}
