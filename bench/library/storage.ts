import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { startPostgres } from '../../test/support/storage/postgres-server.ts';
import { median, millisecondsOf, report, round, type BenchOptions } from '../bench-results.ts';
import { benchQueue } from '../support/bench-steward.ts';
import {
  askTwenty,
  noQuestions,
  openReplySteward,
  overheadFigures,
  type ReplySteward,
} from '../reply/reply-steward.ts';
import { appendPairs, capturePair, numberPair } from './library-pairs.ts';

/**
 * The cost of a store on both engines, measured in turn (A B A B), because machines are noisy: a reply beside its
 * model, one at a time and ten at once; a capture; an unchanged regeneration of 200 pairs, or of 1,000 with `--full`.
 * PostgreSQL runs on this machine and waits for the disk.
 */
export async function run({ full, ...options }: BenchOptions): Promise<void> {
  const { rounds, captures, pairs } = full
    ? { rounds: 20, captures: 40, pairs: 1_000 }
    : { rounds: 4, captures: 10, pairs: 200 };
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ isDurable: true });
  opened.defer(postgres.stop);
  // Both are open at once, so that they can take turns. The one that waits is idle.
  const open = async (postgresUrl: string | null) => {
    const bench = opened.use(await openReplySteward({ postgresUrl }));
    return { bench, asked: noQuestions(), captures: [] as number[] };
  };
  const engines = { sqlite: await open(null), postgres: await open(postgres.url) };
  const both = Object.values(engines);
  for (const { bench } of both) for (let warm = 0; warm < 5; warm += 1) await bench.question();
  for (let round = 0; round < rounds; round += 1)
    for (const { bench, asked } of both) await askTwenty(bench, asked);
  for (let at = 0; at < captures; at += 1)
    for (const { bench, captures: times } of both)
      times.push(await millisecondsOf(() => capturePair(bench.steward, numberPair(at), at)));
  for (const { bench } of both) {
    await appendPairs(
      bench.steward,
      Array.from({ length: pairs }, (_, at) => numberPair(captures + at)),
    );
    await regenerate(bench);
  }
  const figures = async ({ bench, asked, captures: times }: (typeof engines)['sqlite']) => ({
    overhead_ms: await overheadFigures(bench, asked),
    capture_ms: Math.round(median(times)),
    regenerate_seconds: round((await millisecondsOf(() => regenerate(bench))) / 1_000, 2),
  });
  const result = { sqlite: await figures(engines.sqlite), postgres: await figures(engines.postgres) };
  report('storage', result, options);
}

async function regenerate({ steward: { client } }: ReplySteward): Promise<void> {
  const run = await startRegenerate({ client, taskQueue: benchQueue });
  await waitForResult({ client, ...run });
}
