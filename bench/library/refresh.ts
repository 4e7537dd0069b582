import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import { withBenchSteward } from '../support/bench-steward.ts';
import { corpus, corpusNames, type CorpusName } from '../corpora/corpora.ts';
import { measureRefresh, type MeasuredRefresh } from './refresh-measure.ts';
import { startScriptedLibrarian } from './scripted-librarian.ts';

/** Only with `--full`, which makes more than 5,000 pages. */
const further: readonly CorpusName[] = ['postgresql', 'cmake'];

/** Thousands of pages that others wrote: indexed once, then refreshed twice without changes. */
export async function run({ json, full }: BenchOptions): Promise<void> {
  const names = corpusNames.filter((name) => full || !further.includes(name));
  const sources: { folder: string; name: string; include: readonly string[] }[] = [];
  let pages = 0;
  for (const name of names) {
    const fetched = await corpus(name);
    pages += fetched.pages.length;
    sources.push({ folder: fetched.dir, name, include: ['**/*.html', '**/*.md', '**/*.mdx'] });
  }
  const model = await startScriptedLibrarian({ pairs: [], milliseconds: 0 });
  try {
    const { first, second, third, before } = await withBenchSteward(
      { modelUrl: model.baseUrl, kb: { sources } },
      async (steward) => ({
        before: Math.round(process.memoryUsage.rss() / 1_000_000),
        first: await measureRefresh(steward, model),
        second: await measureRefresh(steward, model),
        third: await measureRefresh(steward, model),
      }),
    );
    const unchanged = second.seconds < third.seconds ? second : third;
    const unchangedCalls = second.calls + third.calls;
    const readTwice = second.read + second.fetched + third.read + third.fetched;
    const secondsPer1000 = round((unchanged.seconds * 1_000) / unchanged.sources, 2);
    printRows([
      [`pages in the folders (${names.join(', ')})`, pages],
      ['sources in the index', first.sources],
      ['sources with an error', first.rejected],
      ['memory of the worker before, MB', before],
      ...rowsOf('first', first),
      ['first refresh: model calls', first.calls],
      ...rowsOf('unchanged', unchanged),
      ['unchanged refresh: seconds per 1,000 sources', secondsPer1000],
      ['both unchanged refreshes: model calls', unchangedCalls],
      ['both unchanged refreshes: pages read again', readTwice],
    ]);
    if (!json) return;
    const refresh = {
      sources: first.sources,
      unchanged_model_calls: unchangedCalls,
      pages_read_twice: readTwice,
      seconds_per_1000: secondsPer1000,
      first_seconds: round(first.seconds, 1),
      memory_mb: { before, first: first.megabytes, unchanged: unchanged.megabytes },
      history_events: { first: first.history.events, unchanged: unchanged.history.events },
      history_bytes: { first: first.history.bytes, unchanged: unchanged.history.bytes },
      largest_payload_bytes: Math.max(
        ...[first, second, third].map((one) => one.history.largestPayloadBytes),
      ),
    };
    printResult('refresh', refresh);
  } finally {
    model.close();
  }
}

type Row = readonly [name: string, value: number];

const rowsOf = (name: string, { seconds, megabytes, history }: MeasuredRefresh): readonly Row[] => [
  [`${name} refresh: seconds`, round(seconds, 2)],
  [`${name} refresh: memory at its most, MB`, megabytes],
  [`${name} refresh: history, events`, history.events],
  [`${name} refresh: history, bytes`, history.bytes],
  [`${name} refresh: largest payload, bytes`, history.largestPayloadBytes],
];
