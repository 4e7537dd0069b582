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

/** The last line of a bench: one object whose one key is the bench's name. */
export function printResult(name: string, result: object): void {
  process.stdout.write(`${JSON.stringify({ [name]: result })}\n`);
}

/** What was measured, a line each. */
export function printRows(rows: readonly (readonly [what: string, value: string | number])[]): void {
  for (const [what, value] of rows)
    process.stdout.write(`${what.padEnd(80)} ${String(value).padStart(10)}\n`);
}

/** The value below which this share of the values lies; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A part from 0 to 1 as text. */
export const percent = (part: number | null): string => (part === null ? '–' : `${Math.round(part * 100)} %`);
