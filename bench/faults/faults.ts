import { printResult, type BenchOptions } from '../bench-results.ts';
import { clockFaults } from './clock-faults.ts';
import type { FaultResult } from './provider-cases.ts';
import { discordFaults } from './discord-faults.ts';
import { filesFaults } from './files-faults.ts';
import { moneyFaults } from './money-faults.ts';
import { providerFaults } from './provider-faults.ts';
import { packetFaults } from './packet-faults.ts';
import { secretFaults } from './secret-faults.ts';
import { textFaults } from './text-faults.ts';

const areas: Readonly<Record<string, () => Promise<readonly FaultResult[]>>> = {
  provider: providerFaults,
  discord: discordFaults,
  packets: packetFaults,
  secrets: secretFaults,
  text: textFaults,
  files: filesFaults,
  clock: clockFaults,
  money: moneyFaults,
};

/** Faults made on purpose, by area, and how many of them end as expected for everyone who notices. */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const results = new Map<string, readonly FaultResult[]>();
  for (const [area, play] of Object.entries(areas)) {
    const played = await play();
    results.set(area, played);
    for (const { name, wrong } of played)
      if (show || wrong.length > 0)
        process.stdout.write(`${area}: ${name}: ${wrong.length === 0 ? 'as expected' : wrong.join(', ')}\n`);
  }
  const counted = [...results].map(([area, played]) => [area, countOf(played)] as const);
  for (const [area, { cases, as_expected }] of counted)
    process.stdout.write(`${area}: ${as_expected} of ${cases} as expected\n`);
  if (json)
    printResult('faults', { ...countOf([...results.values()].flat()), areas: Object.fromEntries(counted) });
}

const countOf = (played: readonly FaultResult[]) => ({
  cases: played.length,
  as_expected: played.filter(({ wrong }) => wrong.length === 0).length,
});
