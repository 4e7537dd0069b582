import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import type { ReplyRecordStatus } from '../../../domain/reply/reply-record-status.ts';
import { findPairs } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { agreeable } from '../provider/agreeable.ts';
import type { Script } from '../provider/scripted-provider.ts';
import type { handIn } from './page-browser.ts';
import type { TestDiscord } from './test-discord.ts';

/** Tasks of moderators on the page, and what has to happen before them. */

export interface TaskScene {
  readonly discord: TestDiscord;
  readonly storage: Pick<Storage, 'records' | 'library'>;
}

/** The channels of `prepareTasks`, for Discord and the config; the team's is `staff`. */
export const taskChannels = { help: {}, lounge: { preview: true }, dining: { capture: 'ask' } } as const;

/** No document covers parties. */
export const taskScript: Script = (call) => {
  const question = call.text('question');
  return call.decision === 'LLMGenerationResult' && question.includes('party')
    ? { ...(agreeable(call) as object), answer: null, citations: [] }
    : agreeable(call);
};

interface Task {
  readonly name: string;
  readonly do: (hand: ReturnType<typeof handIn>) => Promise<void>;
  /** Whether the store and Discord show the result. */
  readonly isDone: () => Promise<boolean>;
}

/** Ten tasks, each with an object of its own. `word` is part of all texts, so that they can be prepared again. */
export async function prepareTasks(scene: TaskScene, word: string): Promise<readonly Task[]> {
  const { discord } = scene;
  // What one member says at once is one question.
  let members = 0;
  const ask = (text: string, place = 'help') =>
    discord.say({ by: `Anna${(members += 1)}`, text: `${text} ${word}?`, in: place });
  const asked = {
    posted: ask('How do I post the port', 'lounge'),
    dropped: ask('How do I drop the port', 'lounge'),
    removed: ask('How do I remove the port'),
    corrected: ask('How do I correct the port'),
  };
  const unanswered = ['drafts', 'noise'].map((thing) =>
    discord.say({
      by: `Ben${(members += 1)}`,
      text: `${thing === 'noise' ? 'When does noise end at' : 'Where do drafts go after'} a party, ${thing}-${word}?`,
    }),
  );
  // What one of the team says at once is one answer.
  const teach = (by: string, text: string, question: { readonly id: string }, place = 'help') =>
    discord.say({ by, team: true, text: `${text}, ${word}.`, replyTo: question.id, in: place });
  teach('Maya', 'Lunch is at noon', ask('When is lunch'));
  teach('Noor', 'Supper is at six', ask('When is supper'));
  teach('Maya', 'Dinner is at eight', ask('When is dinner', 'dining'), 'dining');

  const look = lookAt(scene, word);
  const wanted: readonly (readonly [{ readonly id: string; readonly content: string }, ReplyRecordStatus])[] =
    [
      [asked.posted, 'held'],
      [asked.dropped, 'held'],
      [asked.removed, 'answered'],
      [asked.corrected, 'answered'],
      ...unanswered.map((message) => [message, 'unanswered'] as const),
    ];
  for (const [{ id, content }, is] of wanted)
    await until(`${content} is ${is}`, async () => (await look.status(id)) === is);
  await until('a pair is learned', async () => (await look.pairsWith('noon')).length > 0);
  await until('another is learned', async () => (await look.pairsWith('six')).length > 0);
  await until('the team is asked about a pair', async () => look.inTeamChannel(`eight, ${word}`));
  const [lunch] = await look.pairsWith('noon');
  return [...answerTasks(look, asked, word), ...knowledgeTasks(look, lunch?.qaId ?? null, word)];
}

/** The state of the store and of Discord. */
function lookAt({ discord, storage: { records, library } }: TaskScene, word: string) {
  return {
    status: async (id: string) => (await records.replyRecord(id))?.status ?? null,
    postsOn: (id: string) => discord.postsIn(id).length,
    isCaptured: async (text: string) =>
      (await library.rawEntries()).some(({ turns }) => turns.some((turn) => turn.text.includes(text))),
    isRetracted: async (qaId: QaId) => (await library.retracted()).has(qaId),
    pairsWith: async (text: string) =>
      findPairs(await library.topics(await library.liveGeneration()), `${text}, ${word}`).map(
        ({ pair }) => pair,
      ),
    gap: async (thing: string) =>
      (await records.gaps()).find(({ title }) => title.includes(`${thing}-${word}`)),
    inTeamChannel: (text: string) =>
      discord.postsIn(discord.channelId('staff')).some(({ content }) => content.includes(text)),
  };
}

type Look = ReturnType<typeof lookAt>;

const link = (name: string) => ({ role: 'link', name }) as const;
const button = (name: string) => ({ role: 'button', name }) as const;

function answerTasks(
  look: Look,
  asked: Readonly<Record<'posted' | 'dropped' | 'removed' | 'corrected', { readonly id: string }>>,
  word: string,
): readonly Task[] {
  const { posted, dropped, removed } = asked;
  return [
    {
      name: 'post a draft that waits',
      do: (hand) => hand.press(link(`How do I post the port ${word}?`), button('Post it')),
      isDone: async () => (await look.status(posted.id)) === 'answered' && look.postsOn(posted.id) > 0,
    },
    {
      name: 'drop a draft that waits',
      do: (hand) => hand.press(link(`How do I drop the port ${word}?`), button('Drop it')),
      isDone: async () => (await look.status(dropped.id)) === 'skipped' && look.postsOn(dropped.id) === 0,
    },
    {
      name: 'remove an answer',
      do: (hand) => hand.press(link(`How do I remove the port ${word}?`), button('Remove the answer')),
      isDone: async () => (await look.status(removed.id)) === 'removed' && look.postsOn(removed.id) === 0,
    },
    {
      name: 'correct an answer',
      async do(hand) {
        await hand.press(link(`How do I correct the port ${word}?`), 'Say what is right instead');
        await hand.type(`It is 9090, ${word}.`);
        await hand.press(button('Correct'));
      },
      isDone: () => look.isCaptured(`9090, ${word}`),
    },
  ];
}

function knowledgeTasks(look: Look, lunch: QaId | null, word: string): readonly Task[] {
  return [
    {
      name: 'retract what the team said',
      do: (hand) =>
        hand.inRow(`noon, ${word}`).press(link('Team knowledge'), 'Retract', button('Retract for good')),
      isDone: async () => lunch !== null && look.isRetracted(lunch),
    },
    {
      name: 'correct what the team said',
      async do(hand) {
        const row = hand.inRow(`six, ${word}`);
        await row.press(link('Team knowledge'), 'Say what is right instead');
        await hand.type(`It is at seven, ${word}.`);
        await row.press(button('Correct'));
      },
      // In place of the former pair, not beside it.
      isDone: async () =>
        (await look.pairsWith('seven')).length === 1 && (await look.pairsWith('six')).length === 1,
    },
    {
      name: 'confirm a pair that waits',
      do: (hand) => hand.inRow(`eight, ${word}`).press(link('Team knowledge'), button('Learn it')),
      isDone: () => look.isCaptured(`eight, ${word}`),
    },
    {
      name: 'call a gap done',
      do: (hand) => hand.inRow(`drafts-${word}?`).press(link('Gaps'), button('Done')),
      isDone: async () => (await look.gap('drafts'))?.state === 'closed',
    },
    {
      name: 'dismiss a gap',
      do: (hand) => hand.inRow(`noise-${word}?`).press(link('Gaps'), button('Dismiss')),
      isDone: async () => (await look.gap('noise'))?.state === 'dismissed',
    },
  ];
}

/** Resolves when it holds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came to this: ${what}`);
    await sleep(100);
  }
}
