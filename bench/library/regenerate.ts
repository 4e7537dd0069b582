import { startRegenerate } from '../../adapters/temporal/runs/regenerations.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import { benchQueue, withBenchSteward } from '../support/bench-steward.ts';
import { capturePairs } from './capture-pairs.ts';
import { chatterbotPairs, type CorpusPair } from '../corpora/chatterbot.ts';
import { historyFigures } from '../support/history-figures.ts';
import type { ScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { startScriptedLibrarian } from './scripted-librarian.ts';

const modelMilliseconds = 200;
const timedPairs = 150;
const capturedPairs = 25;

/** Rebuilding the library from an archive that others wrote: model calls, time and history. */
export async function run({ json, full }: BenchOptions): Promise<void> {
  const pairs = await chatterbotPairs();
  const all = await measured(pairs, 0, async (steward, model) => {
    await append(steward, pairs);
    const first = await regenerate(steward, model);
    return { first, second: await regenerate(steward, model) };
  });
  const timed = full ? pairs : pairs.slice(0, timedPairs);
  const slow = await measured(timed, modelMilliseconds, async (steward, model) => {
    await append(steward, timed);
    // A worker loads its client library at its first call.
    await capturePairs(steward, pairs.slice(-1));
    return regenerate(steward, model);
  });
  const captured = pairs.slice(0, capturedPairs);
  const captures = await measured(captured, 0, async (steward, model) => ({
    bytes: await capturePairs(steward, captured),
    calls: model.callsOf(),
  }));

  const perPair = (calls: number, count: number) => round(calls / count, 3);
  const callsPerPair = perPair(all.first.decisions, pairs.length);
  const timeRatio = round(slow.seconds / ((slow.calls * modelMilliseconds) / 1_000), 3);
  printRows([
    ['pairs in the archive (chatterbot-corpus, tech support)', pairs.length],
    ['topics', all.first.topics],
    ['model calls per pair, classification and integration', callsPerPair],
    [
      'model calls per topic, its description',
      perPair(all.first.calls - all.first.decisions, all.first.topics),
    ],
    ['model calls of the second regeneration', all.second.calls],
    ['model calls per pair when captured, description included', perPair(captures.calls, captured.length)],
    [
      `time over the sum of its ${modelMilliseconds} ms calls, ${timed.length} pairs, ${slow.calls} calls`,
      timeRatio,
    ],
    [
      `milliseconds per pair beside the model, ${pairs.length} pairs`,
      round((all.first.seconds * 1_000) / pairs.length, 1),
    ],
    [
      'milliseconds per pair of the second regeneration',
      round((all.second.seconds * 1_000) / pairs.length, 1),
    ],
    ['history of a capture, bytes (median)', captures.bytes],
    [`history of a regeneration of ${pairs.length} pairs, bytes`, all.first.bytes],
    [
      `history of a regeneration of ${timed.length} pairs with ${modelMilliseconds} ms calls, bytes`,
      slow.bytes,
    ],
  ]);
  if (!json) return;
  printResult('regenerate', {
    calls_per_pair: callsPerPair,
    second_run_calls: all.second.calls,
    time_ratio: timeRatio,
    capture_history_bytes: captures.bytes,
    history_bytes: all.first.bytes,
  });
}

async function measured<Result>(
  pairs: readonly CorpusPair[],
  milliseconds: number,
  work: (steward: Steward, model: ScriptedProvider) => Promise<Result>,
): Promise<Result> {
  const model = await startScriptedLibrarian({ pairs, milliseconds });
  try {
    return await withBenchSteward({ modelUrl: model.baseUrl }, (steward) => work(steward, model));
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
