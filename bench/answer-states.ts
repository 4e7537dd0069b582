import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../adapters/storage/open-storage.ts';
import type { DiscordBench } from './discord-bench.ts';

const patienceMilliseconds = 240_000;

/** How questions were answered under faults. */
export interface AnswerCounts {
  readonly asked: number;
  readonly answered_once: number;
  readonly lost: number;
  readonly doubled: number;
  readonly half: number;
}

/** Waits until each question is answered once and `isDone`, or four minutes have passed, and counts what stands then. */
export async function countAnswers({
  discord,
  storage,
  questions,
  isDone = async () => true,
}: {
  readonly discord: DiscordBench['discord'];
  readonly storage: Storage;
  readonly questions: readonly string[];
  readonly isDone?: () => Promise<boolean>;
}): Promise<AnswerCounts> {
  const look = () => statesOf(discord, storage, questions);
  const isWhole = async () => (await isDone()) && (await look()).every((state) => state === 'once');
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end && !(await isWhole())) await sleep(1_000);
  // A late attempt would post a second answer now.
  await sleep(5_000);
  const states = await look();
  const count = (state: State) => states.filter((one) => one === state).length;
  return {
    asked: questions.length,
    answered_once: count('once'),
    lost: count('lost'),
    doubled: count('doubled'),
    half: count('half'),
  };
}

type State = 'once' | 'lost' | 'doubled' | 'half';

/** Once: every part that its row plans stands in its thread, in order, and nothing else of Steward's. */
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
