import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { report, sumOf, type BenchOptions } from '../bench-results.ts';
import type { DiscordBench } from './discord-bench.ts';

const patienceMilliseconds = 240_000;

/** How questions were answered, and how the team's replies were captured, under faults. */
const keys = [
  'asked',
  'answered_once',
  'lost',
  'doubled',
  'half',
  'captures',
  // Not in the archive, or in no topic.
  'captures_lost',
  // In two entries of the archive, or in two topics or blocks.
  'captures_doubled',
] as const;

export type RoundCounts = Readonly<Record<(typeof keys)[number], number>>;

/** Reports the counts of all rounds, and fails unless everything was answered and captured once. */
export function reportRounds(
  name: string,
  { each, ...others }: { readonly each: readonly RoundCounts[]; readonly [figure: string]: unknown },
  options: BenchOptions,
): void {
  const sums = keys.map((key) => [key, sumOf(each.map((round) => round[key]))] as const);
  const counts = Object.fromEntries(sums) as RoundCounts;
  report(name, { rounds: each.length, ...counts, ...others, each }, options);
  const isWhole =
    counts.answered_once === counts.asked && counts.captures_lost + counts.captures_doubled === 0;
  if (!isWhole) process.exitCode = 1;
}

/** Message ids. */
interface Said {
  readonly questions: readonly string[];
  /** The team's replies. */
  readonly taught: readonly string[];
}

/** Members ask at random times, and the team teaches in between. */
export async function askAndTeach({
  bench: { discord, channels },
  round,
  questions: questionCount,
  captures,
  milliseconds,
}: {
  readonly bench: Pick<DiscordBench, 'discord' | 'channels'>;
  readonly round: number;
  readonly questions: number;
  /** Spread over the questions. */
  readonly captures: number;
  /** The total time. */
  readonly milliseconds: number;
}): Promise<Said> {
  const questions: string[] = [];
  const taught: string[] = [];
  for (let at = 0; at < questionCount; at += 1) {
    const place = channels[at % channels.length] ?? '';
    const text = `How do I set the port number ${at} in round ${round}?`;
    questions.push(discord.say({ by: `Member ${round}-${at}`, text, in: place }).id);
    if (at % (questionCount / captures) < 1) {
      const { id: replyTo } = discord.say({
        by: `Pupil ${round}-${at}`,
        text: `Is fan ${at} of round ${round} loud?`,
        in: place,
      });
      // Each by another person: consecutive messages of one person may share a window, and do so after a death.
      const by = `Maya ${round}-${at}`;
      taught.push(discord.say({ by, text: `Fan ${at} is quiet.`, in: place, team: true, replyTo }).id);
    }
    await sleep((Math.random() * 2 * milliseconds) / questionCount);
  }
  return { questions, taught };
}

/**
 * Waits until everything is answered and captured once, for at most four minutes, then counts, and closes the threads.
 */
export async function countEnds({
  discord,
  storage,
  said: { questions, taught },
}: {
  readonly discord: DiscordBench['discord'];
  readonly storage: Storage;
  readonly said: Said;
}): Promise<RoundCounts> {
  const look = () => statesOf(discord, storage, questions);
  const isWhole = async () =>
    (await timesCaptured(storage, taught)).every((times) => times === 1) &&
    (await look()).every((state) => state === 'once');
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end && !(await isWhole())) await sleep(1_000);
  // A late attempt would post a second answer now.
  await sleep(5_000);
  const states = await look();
  const captured = await timesCaptured(storage, taught);
  const count = (state: State) => states.filter((one) => one === state).length;
  // Discord archives inactive threads. A server has at most 1,000 open ones, and ten rounds open 2,000.
  for (const id of questions) if (discord.world.threads.has(id)) discord.archive(id);
  return {
    asked: questions.length,
    answered_once: count('once'),
    lost: count('lost'),
    doubled: count('doubled'),
    half: count('half'),
    captures: taught.length,
    captures_lost: captured.filter((times) => times === 0).length,
    captures_doubled: captured.filter((times) => times > 1).length,
  };
}

/** How often each is in the archive or in the live topics: the larger number, or 0 if either lacks it. */
async function timesCaptured({ library }: Storage, taught: readonly string[]): Promise<readonly number[]> {
  const entries = await library.rawEntries();
  const topics = await library.topics(await library.liveGeneration());
  const learned = topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));
  return taught.map((id) => {
    const archived = entries.filter(({ messageIds }) => messageIds.includes(id));
    const inTopics = learned.filter((qaId) => archived.some((entry) => entry.qaId === qaId)).length;
    return inTopics === 0 ? 0 : Math.max(archived.length, inTopics);
  });
}

type State = 'once' | 'lost' | 'doubled' | 'half';

/** `once`: its thread has every part that its row plans, in order, and nothing else of Steward's. */
async function statesOf(
  discord: DiscordBench['discord'],
  { records }: Storage,
  questions: readonly string[],
): Promise<readonly State[]> {
  const states = questions.map(async (id): Promise<State> => {
    const posted = discord.postsIn(id).map(({ content }) => content);
    const planned = (await records.replyRecord(id))?.post?.parts.map((part) => part.trim()) ?? [];
    if (posted.length === 0) return discord.world.threads.has(id) ? 'half' : 'lost';
    if (posted.length > planned.length) return 'doubled';
    return planned.every((part, at) => posted[at] === part) ? 'once' : 'half';
  });
  return Promise.all(states);
}
