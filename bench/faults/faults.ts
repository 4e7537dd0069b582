import { report, type BenchOptions } from '../bench-results.ts';
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
export async function run({ show, ...options }: BenchOptions): Promise<void> {
  const results: [area: string, played: readonly FaultResult[]][] = [];
  for (const [area, play] of Object.entries(areas)) {
    const played = await play();
    results.push([area, played]);
    for (const { name, wrong } of played)
      if (show || wrong.length > 0)
        process.stdout.write(`${area}: ${name}: ${wrong.length === 0 ? 'as expected' : wrong.join(', ')}\n`);
  }
  const all = results.flatMap(([, played]) => played);
  const counted = results.map(([area, played]) => [area, countOf(played)] as const);
  report('faults', { ...countOf(all), areas: Object.fromEntries(counted) }, options);
}

const countOf = (played: readonly FaultResult[]) => ({
  cases: played.length,
  as_expected: played.filter(({ wrong }) => wrong.length === 0).length,
});
