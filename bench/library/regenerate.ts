import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import { benchQueue, withBenchSteward } from '../support/bench-steward.ts';
import { chatterbotPairs, type CorpusPair } from '../corpora/chatterbot.ts';
import { historyFigures } from '../support/history-figures.ts';
import type { ScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { startScriptedLibrarian } from './scripted-librarian.ts';

/** Rebuilding the library from an archive that others wrote: model calls, time and history. */
export async function run({ json }: BenchOptions): Promise<void> {
  const pairs = await chatterbotPairs();
  const model = await startScriptedLibrarian({ pairs, milliseconds: 0 });
  try {
    const { first, second } = await withBenchSteward({ modelUrl: model.baseUrl }, async (steward) => {
      await append(steward, pairs);
      return { first: await regenerate(steward, model), second: await regenerate(steward, model) };
    });
    const calls_per_pair = round(first.decisions / pairs.length, 3);
    printRows([
      ['pairs in the archive (chatterbot-corpus, tech support)', pairs.length],
      ['topics', first.topics],
      ['model calls per pair, classification and integration', calls_per_pair],
      ['model calls of the second regeneration', second.calls],
      ['milliseconds per pair beside the model', round((first.seconds * 1_000) / pairs.length, 1)],
      ['milliseconds per pair of the second', round((second.seconds * 1_000) / pairs.length, 1)],
      ['history, bytes', first.bytes],
    ]);
    const result = { calls_per_pair, second_run_calls: second.calls, history_bytes: first.bytes };
    if (json) printResult('regenerate', result);
  } finally {
    model.close();
  }
}

/** Appends a conversation every 40 minutes, so that the archive has many weeks. */
export async function append({ storage }: Steward, pairs: readonly CorpusPair[]): Promise<void> {
  for (const [at, { question, answer }] of pairs.entries()) {
    const time = new Date(Date.UTC(2025, 0, 6) + at * 40 * 60_000);
    const timestamp = timestampFromDate(time);
    const turns = [
      { label: 'User', text: question },
      { label: 'Team', text: answer },
    ] as const;
    const ids = {
      conversationId: `reply_${2 * at + 1}`,
      messageIds: [String(2 * at + 1), String(2 * at + 2)],
    };
    await storage.library.appendRaw({ qaId: qaIdFromTimestamp(timestamp), timestamp, turns, ...ids }, time);
  }
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
export async function regenerate({ client }: Steward, model: ScriptedProvider): Promise<Measured> {
  const decisions = () => model.callsOf() - model.callsOf('LLMTextResult');
  const before = { calls: model.callsOf(), decisions: decisions() };
  const began = performance.now();
  const run = await startRegenerate({ client, taskQueue: benchQueue });
  const { topics } = await waitForResult<RegenerateResult>({ client, ...run });
  const seconds = (performance.now() - began) / 1_000;
  const { bytes } = await historyFigures(client, run);
  return {
    calls: model.callsOf() - before.calls,
    decisions: decisions() - before.decisions,
    topics,
    seconds,
    bytes,
  };
}
