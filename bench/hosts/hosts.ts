import type { Storage } from '../../adapters/storage/open-storage.ts';
import { startPostgres } from '../../test/support/storage/postgres-server.ts';
import { askAndTeach, countEnds, reportRounds, type RoundCounts } from '../support/answer-states.ts';
import type { BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import { whileStriking } from '../support/through-deaths.ts';
import { away, slowed, startHost, unplugged, type Host } from './bench-host.ts';

/** The size of a round. Times are in milliseconds. */
interface Size {
  readonly questions: number;
  readonly captures: number;
  readonly asking: number;
  /** Longer than `idleTransactionSeconds`. */
  readonly freeze: number;
  readonly idleTransactionSeconds: number;
  readonly away: number;
  readonly pause: number;
}

const whole: Size = {
  questions: 200,
  captures: 40,
  asking: 60_000,
  freeze: 60_000,
  idleTransactionSeconds: 10,
  away: 5_000,
  pause: 2_000,
};

/** Every fault once, for the tests. */
export const short: Size = {
  questions: 10,
  captures: 2,
  asking: 8_000,
  freeze: 3_500,
  idleTransactionSeconds: 2,
  away: 1_500,
  pause: 300,
};

const channelCount = 20;

export interface Round extends RoundCounts {
  readonly faults_by_kind: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/**
 * The bot, reply and library as three hosts with their own folders; a PostgreSQL and a Temporal apart from them, and
 * proxies in between. In each round every fault happens at least once: a host is killed,
 * cut off from either server, slowed, unplugged, and frozen for a minute, and a new one joins. A round takes four to
 * seven minutes.
 */
export async function run({ rounds = 1, ...options }: BenchOptions): Promise<void> {
  const each = await playRounds({
    rounds,
    size: whole,
    progress: (line) => void process.stderr.write(`${line}\n`),
  });
  const faults: Record<string, number> = {};
  for (const { faults_by_kind: kinds } of each)
    for (const [kind, count] of Object.entries(kinds)) faults[kind] = (faults[kind] ?? 0) + count;
  reportRounds('hosts', { faults_by_kind: faults, each }, options);
}

export async function playRounds({
  rounds,
  size,
  progress,
}: {
  readonly rounds: number;
  readonly size: Size;
  readonly progress: (line: string) => void;
}): Promise<readonly Round[]> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ isDurable: true });
  opened.defer(postgres.stop);
  const options = {
    channels: manyChannels(channelCount),
    waitSeconds: 1,
    answerRepeats: 120,
    postgresUrl: postgres.url,
  };
  return await withDiscordBench(options, async (bench) => {
    const hosts: Host[] = [];
    const joinAs = async (name: string, role: string) => {
      progress(`${name} starts, with the role ${role}`);
      const { idleTransactionSeconds } = size;
      hosts.push(await startHost({ bench, name, role, port: postgres.port, idleTransactionSeconds }));
    };
    try {
      await joinAs('c', 'library');
      await Promise.all([joinAs('a', 'bot'), joinAs('b', 'reply')]);
      await bench.indexDocuments();
      const storage = await bench.openStorage();
      const done: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const joins = () => joinAs(`joined-${round}`, 'reply');
        done.push(await play({ bench, hosts, storage, round, size, joins, progress }));
        // The joined host leaves, so that each round has the same number.
        await leave(hosts.pop());
        progress(`round ${round} of ${rounds}: ${JSON.stringify(done.at(-1))}`);
      }
      return done;
    } finally {
      for (const host of hosts) await leave(host);
    }
  });
}

async function leave(host: Host | undefined): Promise<void> {
  await host?.process.stop();
  await Promise.all([host?.postgres.close(), host?.temporal.close()]);
}

interface Play {
  readonly bench: DiscordBench;
  readonly hosts: readonly Host[];
  readonly storage: Storage;
  readonly round: number;
  readonly size: Size;
  readonly joins: () => Promise<void>;
  readonly progress: (line: string) => void;
}

/** Strikes with one fault after the other, each at least once, while questions come. */
async function play({ bench, hosts, storage, round, size, joins, progress }: Play): Promise<Round> {
  const began = performance.now();
  const { questions, captures, asking: milliseconds } = size;
  const faults: readonly (readonly [string, (one: Host) => Promise<unknown>])[] = [
    ['killed', async ({ process: worker }) => worker.kill()],
    ['cut_from_postgres', ({ postgres }) => away(postgres, size.away)],
    ['cut_from_temporal', ({ temporal }) => away(temporal, size.away)],
    ['slowed', ({ postgres, temporal }) => slowed(size.away, postgres, temporal)],
    ['unplugged', ({ postgres, temporal }) => unplugged(size.away, postgres, temporal)],
    ['joined', joins],
    ['frozen', ({ process: worker }) => worker.freeze(size.freeze)],
  ];
  const counts: Record<string, number> = {};
  const strike = async (at: number): Promise<void> => {
    const [kind, fault] = faults[at % faults.length] ?? [];
    const victim = hosts[Math.floor(Math.random() * hosts.length)];
    if (!kind || !fault || !victim || (kind === 'joined' && counts[kind])) return;
    progress(`round ${round}: ${kind}${kind === 'joined' ? '' : ` ${victim.name}`}`);
    await fault(victim);
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  const { result: said } = await whileStriking(
    () => askAndTeach({ bench, round, questions, captures, milliseconds }),
    { strike, pause: () => size.pause * (0.5 + Math.random()), least: faults.length },
  );
  progress(`${questions} questions are asked, and every fault has struck; waiting for what is open`);
  return {
    ...(await countEnds({ discord: bench.discord, storage, said })),
    faults_by_kind: counts,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}
