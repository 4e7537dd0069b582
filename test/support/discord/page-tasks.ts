import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import type { ReplyRecordStatus } from '../../../domain/reply/reply-record-status.ts';
import { agreeable } from '../provider/agreeable.ts';
import type { Script } from '../provider/scripted-provider.ts';
import type { TestDiscord } from './test-discord.ts';

/** What moderators do on the page, and what a Steward needs to have lived through for it. */

export interface TaskScene {
  readonly discord: TestDiscord;
  readonly storage: Pick<Storage, 'records' | 'library'>;
  /** Runs the filing of gaps to its end. */
  readonly fileGaps: () => Promise<void>;
}

/** The channels of `prepareTasks`, for Discord and the config; the team's is `staff`. */
export const taskChannels = { help: {}, lounge: { preview: true }, dining: { capture: 'ask' } } as const;

/** No document covers parties; a gap is named by a question's last word. */
export const taskScript: Script = (call) => {
  const question = call.text('question');
  if (call.decision === 'GapResult')
    return { gap_name: /(\S+)\?$/u.exec(question)?.[1] ?? 'other', kind: 'uncovered' };
  return call.decision === 'LLMGenerationResult' && question.includes('party')
    ? { ...(agreeable(call) as object), answer: null, citations: [] }
    : agreeable(call);
};

/** By the mouse, or by the keyboard alone. */
export type Hand = 'mouse' | 'keyboard';

interface Task {
  readonly name: string;
  readonly do: (hand: ReturnType<typeof handIn>) => Promise<void>;
  /** What the store, and Discord, say once it is done. */
  readonly isDone: () => Promise<boolean>;
}

/** Ten tasks, each with something of its own to be done to. `word` tells them from another ten. */
export async function prepareTasks(scene: TaskScene, word: string): Promise<readonly Task[]> {
  const { discord, storage, fileGaps } = scene;
  const { records, library } = storage;
  // What one member says at once is one question.
  let members = 0;
  const ask = (text: string, place = 'help') =>
    discord.say({ by: `Anna${(members += 1)}`, text: `${text} ${word}?`, in: place });
  const [posted, dropped] = [ask('How do I post the port', 'lounge'), ask('How do I drop the port', 'lounge')];
  const [removed, corrected] = [ask('How do I remove the port'), ask('How do I correct the port')];
  const about = (thing: string) =>
    discord.say({ by: `Ben${(members += 1)}`, text: `Is there a party for ${thing}-${word}?` });
  const unanswered = [about('drafts'), about('merges'), about('targets'), about('noise')];
  const teach = (text: string, question: { readonly id: string }, place = 'help') =>
    discord.say({ by: 'Maya', team: true, text: `${text}, ${word}.`, replyTo: question.id, in: place });
  teach('Lunch is at noon', ask('When is lunch'));
  teach('Dinner is at eight', ask('When is dinner', 'dining'), 'dining');

  const status = async (id: string) => (await records.replyRecord(id))?.status ?? null;
  const said = async (text: string) =>
    (await library.rawEntries()).some(({ turns }) => turns.some((turn) => turn.text.includes(text)));
  const pair = async () => {
    const topics = await library.topics(await library.liveGeneration());
    return topics.flatMap(({ pairs }) => pairs).find(({ turns }) => turns.some(({ text }) => text.includes(`noon, ${word}`)));
  };
  const gap = async (thing: string) => (await records.gaps()).find(({ name }) => name === `${thing}-${word}`);
  const inTeamChannel = (text: string) =>
    discord.postsIn(discord.channelId('staff')).some(({ content }) => content.includes(text));

  const wanted: readonly (readonly [string, ReplyRecordStatus])[] = [
    [posted.id, 'held'],
    [dropped.id, 'held'],
    [removed.id, 'answered'],
    [corrected.id, 'answered'],
    ...unanswered.map(({ id }) => [id, 'unanswered'] as const),
  ];
  for (const [at, [id, is]] of wanted.entries())
    await until(`question ${at} is ${is}`, async () => (await status(id)) === is);
  await until('a pair is learned', async () => (await pair()) !== undefined);
  await until('the team is asked about a pair', async () => inTeamChannel(`eight, ${word}`));
  await fileGaps();

  const question = (name: string) => ({ role: 'link', name: `${name} ${word}?` }) as const;
  const tab = (name: string) => ({ role: 'link', name }) as const;
  const button = (name: string) => ({ role: 'button', name }) as const;
  const lunch = await pair();
  return [
    {
      name: 'post a draft that waits',
      do: (hand) => hand.press(question('How do I post the port'), button('Post it')),
      isDone: async () => (await status(posted.id)) === 'answered' && discord.postsIn(posted.id).length > 0,
    },
    {
      name: 'drop a draft that waits',
      do: (hand) => hand.press(question('How do I drop the port'), button('Drop it')),
      isDone: async () => (await status(dropped.id)) === 'skipped' && discord.postsIn(dropped.id).length === 0,
    },
    {
      name: 'remove an answer',
      do: (hand) => hand.press(question('How do I remove the port'), button('Remove the answer')),
      isDone: async () => (await status(removed.id)) === 'removed' && discord.postsIn(removed.id).length === 0,
    },
    {
      name: 'correct an answer',
      async do(hand) {
        await hand.press(question('How do I correct the port'), 'Say what is right instead');
        await hand.type(`It is 9090, ${word}.`);
        await hand.press(button('Correct'));
      },
      isDone: () => said(`9090, ${word}`),
    },
    {
      name: 'retract what the team said',
      do: (hand) =>
        hand.inRow(`noon, ${word}`).press(tab('Team knowledge'), 'Retract', button('Retract for good')),
      isDone: async () => lunch !== undefined && (await library.retracted()).has(lunch.qaId),
    },
    {
      name: 'confirm a pair that waits',
      do: (hand) => hand.inRow(`eight, ${word}`).press(tab('Team knowledge'), button('Learn it')),
      isDone: () => said(`eight, ${word}`),
    },
    {
      name: 'have a gap drafted',
      do: (hand) => hand.inRow(`drafts-${word}?`).press(tab('Gaps'), button('Draft')),
      isDone: async () => (await gap('drafts'))?.state === 'drafted' && inTeamChannel(`Drafts ${word}`),
    },
    {
      name: 'make two gaps one',
      async do(hand) {
        const row = hand.inRow(`merges-${word}?`);
        await row.press(tab('Gaps'), 'Same as another');
        await hand.type(`targets-${word}`);
        await row.press(button('Merge'));
      },
      isDone: async () => !(await gap('merges')) && (await gap('targets'))?.questions.length === 2,
    },
    {
      name: 'dismiss a gap',
      do: (hand) => hand.inRow(`noise-${word}?`).press(tab('Gaps'), button('Dismiss')),
      isDone: async () => (await gap('noise'))?.state === 'dismissed',
    },
    {
      name: 'ask as a member does',
      async do(hand) {
        await hand.press(tab('Ask'), { role: 'textbox', name: 'Question' });
        await hand.write(`How do I ask about the port, ${word}?`);
        await hand.press(button('Ask'));
      },
      isDone: async () =>
        (await records.recentReplyRecords(50)).some(
          (record) => record.question.includes(`about the port, ${word}`) && record.answer !== null,
        ),
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

/** What a person looks for: something with a role and a name, or the summary of what can be opened. */
type Sought = string | { readonly role: 'link' | 'button' | 'textbox'; readonly name: string };

/** Of buttons, those in the row of this text. */
export function handIn(tab: Page, hand: Hand, row: string | null = null) {
  const place = (sought: Sought): Locator => {
    const isLink = typeof sought !== 'string' && sought.role === 'link';
    const scope = isLink || row === null ? tab.locator('body') : tab.locator('ol.rows > li', { hasText: row });
    return typeof sought === 'string'
      ? scope.locator('summary', { hasText: sought })
      : scope.getByRole(sought.role, { name: sought.name, exact: true });
  };
  const press = async (...all: readonly Sought[]): Promise<void> => {
    for (const sought of all) {
      const found = place(sought);
      if (hand === 'mouse') await found.click();
      else await tabTo(tab, found);
      if (hand === 'keyboard' && (typeof sought === 'string' || sought.role !== 'textbox'))
        await tab.keyboard.press('Enter');
      await tab.waitForLoadState('load');
    }
  };
  return {
    press,
    /** Into the field that comes next by the tabulator. */
    async type(text: string) {
      await tab.keyboard.press('Tab');
      await tab.keyboard.type(text);
    },
    /** Where the cursor is. */
    write: (text: string) => tab.keyboard.type(text),
    inRow: (text: string) => handIn(tab, hand, text),
  };
}

const mostStops = 300;

/** Until it has the focus, as somebody does who has no mouse. */
async function tabTo(tab: Page, found: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await found.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await tab.keyboard.press('Tab');
  }
  throw new Error('The tabulator does not lead there.');
}
