import { parseArgs } from 'node:util';
import { benches } from './benches.ts';

const usage = [
  'Usage: npm run bench -- NAME [options]',
  '',
  'Runs one measurement on this machine. bench/README.md says what each measures.',
  '',
  ...Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(15)}${about}`),
  '',
  'Options:',
  '  --json         prints one last line of JSON',
  '  --full         measures at full size instead of a part',
  '  --show         prints what each result consists of',
  '  --rounds N     repeats N times',
  '',
  'Example: npm run bench -- regenerate --json',
  '',
].join('\n');

const options = {
  json: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  show: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function refuse(problem: string): void {
  process.stderr.write(`${problem}\nnpm run bench -- --help lists the options.\n`);
  process.exitCode = 2;
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return null;
  }
}

async function main(): Promise<void> {
  const read = readArguments();
  if (read === null) return;
  const { help, rounds, ...rest } = read.values;
  const [name, ...others] = read.positionals;
  const bench = Object.entries(benches).find(([known]) => known === name)?.[1];
  if (help || name === undefined) {
    (help ? process.stdout : process.stderr).write(usage);
    process.exitCode = help ? 0 : 2;
  } else if (!bench)
    refuse(`There is no bench '${name}'. The benches are ${Object.keys(benches).join(', ')}.`);
  else if (others.length > 0) refuse(`One bench at a time: '${others.join(' ')}' is too much.`);
  else if (rounds !== undefined && !/^[1-9]\d*$/u.test(rounds))
    refuse(`--rounds needs a whole number from 1, not '${rounds}'.`);
  else {
    const { run } = await bench.load();
    await run({ ...rest, ...(rounds !== undefined && { rounds: Number(rounds) }) });
  }
}

// Ends what a bench has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
