import { startPostgres, type PostgresServer } from '../../test/support/storage/postgres-server.ts';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';
import { withBenchSteward } from '../support/bench-steward.ts';
import { capturePairs } from './capture-pairs.ts';
import type { CorpusPair } from '../corpora/chatterbot.ts';
import { append, regenerate } from './regenerate.ts';
import { overheadFigures, withReplySteward, type ReplySteward } from '../reply/reply-steward.ts';
import { startScriptedLibrarian } from './scripted-librarian.ts';

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];
const capturedAtOnce = 5;

type Each<Value> = Readonly<Record<Engine, Value>>;

/**
 * The cost of a store on both engines, measured in turn (A B A B), because machines are noisy: a reply beside its
 * model, one at a time and ten at once; a capture; an unchanged regeneration of 200 pairs, or of 1,000 with `--full`.
 * PostgreSQL runs on this machine and waits for the disk.
 */
export async function run({ json, full }: BenchOptions): Promise<void> {
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const postgres = await startPostgres({ isDurable: true });
  try {
    progress('replies, one at a time and ten at once');
    const replies = await measureReplies(postgres, full ? 20 : 4);
    const size = full ? { pairs: 1_000, captures: 40 } : { pairs: 200, captures: 10 };
    progress(`${JSON.stringify(replies)}\ncaptures, and a regeneration of ${size.pairs} pairs`);
    const library = await measureLibrary(postgres, size);
    progress(JSON.stringify(library));
    const of = (engine: Engine) => ({ ...replies[engine], ...library[engine] });
    const result = { sqlite: of('sqlite'), postgres: of('postgres') };
    print(result, size.pairs);
    if (json) printResult('storage', result);
  } finally {
    await postgres.stop();
  }
}

let databases = 0;

/** The address of a new database, or null for a file. */
async function urlOf(postgres: PostgresServer, engine: Engine): Promise<string | null> {
  if (engine === 'sqlite') return null;
  databases += 1;
  return postgres.createDatabase(`bench_${databases}`);
}

/** Opens both at once, so that they can take turns. The one that waits is idle. */
const withBoth = async <Bench, Result>(
  postgres: PostgresServer,
  open: (url: string | null, work: (bench: Bench) => Promise<Result>) => Promise<Result>,
  work: (benches: Each<Bench>) => Promise<Result>,
): Promise<Result> => {
  const url = await urlOf(postgres, 'postgres');
  return open(null, (sqlite) => open(url, (inServer) => work({ sqlite, postgres: inServer })));
};

interface ReplyFigures {
  readonly overhead_ms: ReturnType<typeof overheadFigures>;
}

const measureReplies = (postgres: PostgresServer, rounds: number): Promise<Each<ReplyFigures>> =>
  withBoth<ReplySteward, Each<ReplyFigures>>(
    postgres,
    (postgresUrl, work) => withReplySteward({ postgresUrl }, work),
    async (benches) => {
      const asked = { sqlite: turns(), postgres: turns() };
      for (const engine of engines) for (let warm = 0; warm < 5; warm += 1) await benches[engine].question();
      for (let round = 0; round < rounds; round += 1)
        for (const engine of engines) await askTurn(benches[engine], asked[engine]);
      const of = async (engine: Engine): Promise<ReplyFigures> => {
        const { alone, together } = asked[engine];
        const { overheads } = benches[engine];
        return { overhead_ms: overheadFigures(await overheads(alone), await overheads(together)) };
      };
      return { sqlite: await of('sqlite'), postgres: await of('postgres') };
    },
  );

const turns = () => ({ alone: [] as string[], together: [] as string[] });

async function askTurn({ question }: ReplySteward, into: ReturnType<typeof turns>): Promise<void> {
  for (let one = 0; one < 10; one += 1) into.alone.push(await question());
  into.together.push(...(await Promise.all(Array.from({ length: 10 }, question))));
}

interface LibraryFigures {
  readonly capture_ms: number;
  readonly regenerate_seconds: number;
}

async function measureLibrary(
  postgres: PostgresServer,
  { pairs: count, captures }: { readonly pairs: number; readonly captures: number },
): Promise<Each<LibraryFigures>> {
  const pairs = Array.from({ length: count + captures }, (_, at) => pairOf(at));
  const model = await startScriptedLibrarian({ pairs, milliseconds: 0 });
  type Bench = Parameters<typeof append>[0];
  try {
    return await withBoth<Bench, Each<LibraryFigures>>(
      postgres,
      (postgresUrl, work) => withBenchSteward({ modelUrl: model.baseUrl, postgresUrl }, work),
      async (benches) => {
        const captured: Record<Engine, number[]> = { sqlite: [], postgres: [] };
        for (let at = 0; at < captures; at += capturedAtOnce)
          for (const engine of engines) {
            const began = performance.now();
            await capturePairs(benches[engine], pairs.slice(at, at + capturedAtOnce), at);
            captured[engine].push((performance.now() - began) / capturedAtOnce);
          }
        const rebuilt: Record<Engine, number> = { sqlite: 0, postgres: 0 };
        for (const engine of engines) {
          const steward = benches[engine];
          await append(steward, pairs.slice(captures));
          await regenerate(steward, model);
        }
        for (const engine of engines) rebuilt[engine] = (await regenerate(benches[engine], model)).seconds;
        const of = async (engine: Engine) => ({
          capture_ms: Math.round(quantile(captured[engine], 0.5)),
          regenerate_seconds: round(rebuilt[engine], 2),
        });
        return { sqlite: await of('sqlite'), postgres: await of('postgres') };
      },
    );
  } finally {
    model.close();
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A pair about one of sixty subjects, so that each topic has some pairs. */
function pairOf(at: number): CorpusPair {
  const subject = `part${letters[at % 12] ?? ''}${letters[at % 5] ?? ''}`;
  return {
    question: `How do I replace the ${subject} number ${at}?`,
    answer: `Turn it ${at + 1} times and pull.`,
  };
}

function print(result: Each<ReplyFigures & LibraryFigures>, pairCount: number): void {
  const rows: readonly (readonly [string, (of: (typeof result)[Engine]) => number])[] = [
    ['milliseconds of a reply beside its model, one at a time (median)', ({ overhead_ms: ms }) => ms.p50],
    ['  95th percentile', ({ overhead_ms: ms }) => ms.p95],
    ['  ten at once (median)', ({ overhead_ms: ms }) => ms.p50_ten],
    ['  95th percentile', ({ overhead_ms: ms }) => ms.p95_ten],
    ['milliseconds of a capture (median)', ({ capture_ms: ms }) => ms],
    [
      `seconds of an unchanged regeneration of ${pairCount} pairs`,
      ({ regenerate_seconds: seconds }) => seconds,
    ],
  ];
  console.log(`${''.padEnd(66)}${engines.map((engine) => engine.padStart(10)).join('')}`);
  for (const [name, value] of rows)
    console.log(
      `${name.padEnd(66)}${engines.map((engine) => String(value(result[engine])).padStart(10)).join('')}`,
    );
}
