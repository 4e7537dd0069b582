import { startRefresh } from '../adapters/temporal/start-runs.ts';
import { waitForResult } from '../adapters/temporal/wait-for-result.ts';
import type { Steward } from '../workers/wiring.ts';
import type { RefreshResult } from '../workflows/contract/refresh.ts';
import type { BenchOptions } from './bench.ts';
import { benchQueue, withBenchSteward } from './bench-steward.ts';
import { corpus, corpusNames } from './corpora/corpora.ts';
import { historyBytes } from './history-bytes.ts';
import { startScriptedLibrarian, type ScriptedLibrarian } from './scripted-librarian.ts';

/** Some 2,700 pages that others wrote: taken in once, then looked through again with nothing changed. */
export async function run({ json }: BenchOptions): Promise<void> {
  const sources: { folder: string; name: string; include: readonly string[] }[] = [];
  let pages = 0;
  for (const name of corpusNames) {
    const fetched = await corpus(name);
    pages += fetched.pages.length;
    sources.push({ folder: fetched.dir, name, include: ['**/*.html', '**/*.md', '**/*.mdx'] });
  }
  const model = await startScriptedLibrarian({ pairs: [], milliseconds: 0 });
  try {
    const { first, second, third } = await withBenchSteward(
      { modelUrl: model.baseUrl, kb: { sources } },
      async (steward) => ({
        first: await measured(steward, model),
        second: await measured(steward, model),
        third: await measured(steward, model),
      }),
    );
    const unchanged = second.seconds < third.seconds ? second : third;
    const secondsPer1000 = round((unchanged.seconds * 1_000) / unchanged.sources, 2);
    const readTwice = second.read + second.fetched + third.read + third.fetched;
    const rows: readonly (readonly [string, string | number])[] = [
      ['pages in the folders (python, git, sqlite, django, next)', pages],
      ['sources in the index', first.sources],
      ['sources with an error', first.rejected],
      ['first refresh: seconds', round(first.seconds, 1)],
      ['first refresh: model calls', first.calls],
      ['first refresh: memory at its most, MB', first.megabytes],
      ['first refresh: history, bytes', first.bytes],
      ['unchanged refresh: model calls', second.calls + third.calls],
      ['unchanged refresh: pages read again', readTwice],
      ['unchanged refresh: seconds', round(unchanged.seconds, 2)],
      ['unchanged refresh: seconds per 1,000 sources', secondsPer1000],
      ['unchanged refresh: memory at its most, MB', unchanged.megabytes],
      ['unchanged refresh: history, bytes', unchanged.bytes],
    ];
    for (const [name, value] of rows) console.log(`${name.padEnd(60)} ${String(value).padStart(8)}`);
    if (!json) return;
    console.log(
      JSON.stringify({
        refresh: {
          sources: first.sources,
          unchanged_model_calls: second.calls + third.calls,
          pages_read_twice: readTwice,
          seconds_per_1000: secondsPer1000,
          first_seconds: round(first.seconds, 1),
          memory_mb: { first: first.megabytes, unchanged: unchanged.megabytes },
          history_bytes: { first: first.bytes, unchanged: unchanged.bytes },
        },
      }),
    );
  } finally {
    model.close();
  }
}

interface Measured extends RefreshResult {
  readonly calls: number;
  readonly seconds: number;
  /** Of this whole process, in which the worker runs. */
  readonly megabytes: number;
  readonly bytes: number;
}

async function measured({ client }: Steward, model: ScriptedLibrarian): Promise<Measured> {
  const before = model.total();
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 200);
  const began = performance.now();
  try {
    const run = await startRefresh({ client, taskQueue: benchQueue });
    const result = await waitForResult<RefreshResult>({ client, ...run });
    const seconds = (performance.now() - began) / 1_000;
    look();
    return {
      ...result,
      calls: model.total() - before,
      seconds,
      megabytes: Math.round(most / 1_000_000),
      bytes: await historyBytes(client, run),
    };
  } finally {
    clearInterval(timer);
  }
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
