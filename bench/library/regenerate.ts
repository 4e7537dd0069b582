import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { report, round, type BenchOptions } from '../bench-results.ts';
import { benchQueue, openBenchSteward, type BenchSteward } from '../support/bench-steward.ts';
import { chatterbotPairs } from '../corpora/chatterbot.ts';
import { historyFigures } from '../support/history-figures.ts';
import { appendPairs } from './library-pairs.ts';
import { librarian } from './scripted-librarian.ts';

/** Rebuilding the library from an archive that others wrote: model calls, time and history. */
export async function run(options: BenchOptions): Promise<void> {
  const pairs = await chatterbotPairs();
  await using bench = await openBenchSteward({ script: librarian(pairs) });
  await appendPairs(bench.steward, pairs);
  const [first, second] = [await regenerate(bench), await regenerate(bench)];
  const result = {
    pairs: pairs.length,
    topics: first.topics,
    calls_per_pair: round(first.decisions / pairs.length, 3),
    second_run_calls: second.calls,
    // Beside the model, which answers at once.
    ms_per_pair: round((first.seconds * 1_000) / pairs.length, 1),
    second_ms_per_pair: round((second.seconds * 1_000) / pairs.length, 1),
    history_bytes: first.bytes,
  };
  report('regenerate', result, options);
}

interface Measured {
  readonly calls: number;
  /** Without descriptions. */
  readonly decisions: number;
  readonly topics: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** Rebuilds the library from the archive and measures it. */
async function regenerate({ steward: { client }, provider }: BenchSteward): Promise<Measured> {
  const decisions = () => provider.callsOf() - provider.callsOf('LLMTextResult');
  const before = { calls: provider.callsOf(), decisions: decisions() };
  const began = performance.now();
  const run = await startRegenerate({ client, taskQueue: benchQueue });
  const { topics } = await waitForResult<RegenerateResult>({ client, ...run });
  const seconds = (performance.now() - began) / 1_000;
  const { bytes } = await historyFigures(client, run);
  return {
    calls: provider.callsOf() - before.calls,
    decisions: decisions() - before.decisions,
    topics,
    seconds,
    bytes,
  };
}
