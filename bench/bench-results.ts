export interface BenchOptions {
  /** Print one last line of JSON. */
  readonly json: boolean;
  /** Measures at full size where a bench measures a part by default. */
  readonly full: boolean;
  /** Print what each result consists of, where a bench can. */
  readonly show: boolean;
  /** Repetitions, where a bench repeats itself; its own number by default. */
  readonly rounds?: number;
}

/**
 * Prints a bench's figures, and with `--json` one object whose one key is the bench's name. What `each` of several rounds gave
 * is in that object alone.
 */
export function report(name: string, result: object, { json }: Pick<BenchOptions, 'json'>): void {
  const { each: _, ...figures } = result as { readonly each?: unknown };
  printFigures(figures);
  if (json) process.stdout.write(`${JSON.stringify({ [name]: result })}\n`);
}

/** Figures in a group come behind its name; groups with the same figures are a table. */
function printFigures(figures: object, group = ''): void {
  const entries = Object.entries(figures) as [name: string, value: unknown][];
  if (
    entries.length > 1 &&
    entries.every(([, value]) => isGroup(value) && !Object.values(value).some(isGroup))
  )
    return console.table(figures);
  for (const [name, value] of entries)
    if (isGroup(value)) printFigures(value, `${group}${name} `);
    else process.stdout.write(`${`${group}${name}`.padEnd(60)} ${String(value).padStart(10)}\n`);
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The value below which this share of the values lies; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The time that work takes. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
