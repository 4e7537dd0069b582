import { Argument, Command, InvalidArgumentError } from 'commander';
import type { BenchOptions } from './bench-results.ts';
import { benches } from './benches.ts';

const rounds = (value: string): number => {
  if (/^[1-9]\d*$/u.test(value)) return Number(value);
  throw new InvalidArgumentError('It needs a whole number from 1.');
};

const list = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(15)}${about}`);

const command = new Command('npm run bench --')
  .description('Runs one measurement on this machine. bench/README.md says what each measures.')
  .addArgument(new Argument('<name>', 'the measurement').choices(Object.keys(benches)))
  .option('--json', 'prints one last line of JSON', false)
  .option('--full', 'measures at full size instead of a part', false)
  .option('--show', 'prints what each result consists of', false)
  .option('--rounds <N>', 'repeats N times', rounds)
  .addHelpText('after', `\nMeasurements:\n${list.join('\n')}\n`)
  .action(async (name: string, options: BenchOptions) => {
    const { run } = (await benches[name]?.load()) ?? {};
    await run?.(options);
  })
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

// Ends what a bench has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await command.parseAsync();
