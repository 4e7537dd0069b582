import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** `npm run bench -- NAME [--json]`: runs one measurement. Each is a file of this folder that exports `run`. */

export interface BenchOptions {
  /** Print one last line of JSON. */
  readonly json: boolean;
  /** Everything at its full size, where a bench measures a part by default. */
  readonly full: boolean;
  /** Print what each result is made of, where a bench can. */
  readonly show: boolean;
  /** How often, where a bench repeats itself; its own number by default. */
  readonly rounds?: number;
}

type Bench = { readonly run?: (options: BenchOptions) => Promise<void> };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
});
const names = readdirSync(import.meta.dirname).flatMap((file) => /^([a-z]+)\.ts$/u.exec(file)?.[1] ?? []);
const measurable = names.filter((name) => name !== 'bench');
const [name = ''] = positionals;
// What a bench has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (measurable.includes(name)) {
  const { run } = (await import(`./${name}.ts`)) as Bench;
  const { rounds, ...options } = values;
  await run?.({ ...options, ...(rounds !== undefined && { rounds: Number(rounds) }) });
} else {
  process.stderr.write(`Name one of ${measurable.join(', ')}: npm run bench -- regenerate\n`);
  process.exitCode = 2;
}
