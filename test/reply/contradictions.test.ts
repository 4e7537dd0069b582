import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { openRecheckScene } from '../support/recheck-scene.ts';
import { dead, kill } from '../support/steward.ts';

const compared = 'PairComparison' as const;
const kind = '# Guide\n\nBe kind.\n';
const pageWith = (port: string, more = '') => `# Guide\n\nThe port is ${port}.\n${more}`;
const portIn = (text = '') => /port is (\d{4})/iu.exec(text)?.[1];

/** Compares the ports that a pair and a page name, and answers from the team's pair. */
const reading: Script = (call) => {
  if (call.decision === compared) {
    const page = call.sections.find(({ name, text }) => name === 'source' && portIn(text) !== undefined);
    const verdict = !page
      ? 'unrelated'
      : portIn(page.text) === portIn(call.text('pair'))
        ? 'agrees'
        : 'contradicts';
    const statement = page ? `The port is ${portIn(page.text)}.` : null;
    return { issues: [], verdict, source_id: page?.id ?? null, statement };
  }
  if (call.decision === 'LLMGenerationResult') {
    const pair = call.sections.find(({ name, id }) => name === 'source' && id === 'team:learned.txt');
    const qaIds = [...(pair?.text.matchAll(/qa_\d{8}_\d{6}\.\d+/gu) ?? [])].map(([id]) => id);
    return pair
      ? {
          answer: `The port is ${portIn(pair.text)}.`,
          citations: [{ source_id: pair.id ?? '', qa_ids: qaIds }],
        }
      : { answer: null, citations: [] };
  }
  return agreeable(call);
};

type Settings = { readonly perDay?: number; readonly team?: boolean; readonly looks?: string };

async function open({ perDay, team = true, looks = 'tell_team' }: Settings = {}) {
  const scene = await openRecheckScene({ script: reading, looks, perDay, team, guide: kind });
  const { model, discord, staff, steward, textsIn } = scene;
  const { storage } = steward;
  const say = async (by: string, text: string, rest: object = {}): Promise<string> => {
    const { id } = await steward.say({ by, text, ...rest });
    await steward.settle();
    return id;
  };
  /** Anna asks, and Maya of the team answers. */
  const learn = async (answer: string): Promise<string> => {
    const asked = await say('anna', 'Which port do I set?');
    return say('maya', answer, { team: true, replyTo: asked });
  };
  const pairs = async () =>
    (await storage.library.topics(await storage.library.liveGeneration())).flatMap((topic) =>
      topic.pairs.map(({ turns }) => turns.at(-1)?.text),
    );
  const press = (button: string, at = 0) =>
    discord.interactions.press({ by: 'Maya', team: true, on: discord.postsIn(staff)[at]?.id ?? '', button });
  const buttonsOn = (at = 0) => JSON.stringify(discord.postsIn(staff)[at]?.components ?? []);
  const calls = () => model.callsOf(compared);
  const inStaff = () => textsIn(staff);
  return { ...steward, ...scene, say, learn, inStaff, pairs, press, buttonsOn, calls };
}

const begin = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given);
  await opened.steward.work(['all']);
  await opened.indexDocuments();
  return opened;
};

/** A pair that a page contradicts, and the post about it. */
async function contradicted(settings: Settings = {}) {
  const opened = await begin(settings);
  await opened.learn('The port is 7070.');
  await opened.publish(pageWith('8080'));
  return opened;
}

describe('a pair of the team beside the pages', () => {
  it('costs one call when a page covers it, none while that part stays, and no question if they agree', async () => {
    const { learn, publish, calls, inStaff, storage } = await begin();
    await learn('The port is 7070.');
    await publish(kind);
    expect(calls()).toBe(0);
    await publish(pageWith('7070'));
    await publish(pageWith('7070'));
    await publish(pageWith('7070', '\n# Manners\n\nBe kind.\n'));
    expect(calls()).toBe(1);
    expect(inStaff()).toEqual([]);
    expect([...(await storage.records.pairComparisons()).values()]).toMatchObject([
      {
        verdict: 'agrees',
        page: { sourceId: 'kb:guide.md', statement: 'The port is 7070.' },
        asked: { times: 1 },
      },
    ]);
  });

  it('is shown to the team once, with its link and month and what the page says, and goes on answering with a line below', async () => {
    const { publish, calls, inStaff, buttonsOn, say, textsIn } = await contradicted();
    expect(inStaff()).toEqual([
      expect.stringMatching(
        /in \d{4}-\d\d\. Which is right\? <https:\S+>\n> Which port do I set\?\n> \*\*The port is 7070\.\*\*\nGuide \(\d{4}-\d\d-\d\d\)[^\n]*\n> \*\*The port is 8080\.\*\*$/u,
      ),
    ]);
    for (const button of ['keep_pair', 'page_right', 'rewrite_pair']) expect(buttonsOn()).toContain(button);
    await publish(pageWith('8080', '\n# Manners\n\nBe kind.\n'));
    expect([inStaff().length, calls()]).toEqual([1, 1]);
    const asked = await say('ben', 'Which port do I set?');
    expect(textsIn(asked)[0]).toMatch(
      /The port is 7070\.[^]*says otherwise than the team: Guide \([^\n]*“The port is 8080\.”/u,
    );
  });

  it('stays when the team keeps it, and is asked about again only when that part of the page changes', async () => {
    const { discord, press, publish, inStaff, buttonsOn, calls, looked, say, textsIn } = await contradicted();
    const kept = press(':keep_pair:');
    await discord.until(() => /Kept/u.test(kept.text()), 'it is kept');
    await looked();
    expect(inStaff()[0]).toMatch(/already been decided on\.$/u);
    expect(buttonsOn()).not.toContain('keep_pair');
    const asked = await say('ben', 'Which port do I set?');
    expect(textsIn(asked)[0]).not.toContain('says otherwise');
    await publish(pageWith('8080', '\n# Manners\n\nBe kind.\n'));
    expect([inStaff().length, calls()]).toEqual([1, 1]);
    await publish(pageWith('9090'));
    expect(inStaff()).toEqual([expect.anything(), expect.stringContaining('The port is 9090.')]);
  });

  it('is retracted when the page is right', async () => {
    const { discord, press, pairs, looked, buttonsOn, inStaff } = await contradicted();
    const pressed = press(':page_right:');
    await discord.until(() => /Unlearned: 1/u.test(pressed.text()), 'it is unlearned');
    await looked();
    expect(await pairs()).toEqual([]);
    await discord.until(() => !buttonsOn().includes('page_right'), 'the post has no buttons any more');
    expect(inStaff()).toHaveLength(1);
  });

  it('is written anew in a form, and what is learned then is compared in its turn', async () => {
    const { discord, press, pairs, calls, inStaff, steward } = await contradicted();
    const form = press(':rewrite_pair:');
    await discord.until(() => form.form() !== null, 'the form');
    discord.interactions.submit({ by: 'Maya', team: true, form, fields: { text: 'The port is 6060.' } });
    await expect.poll(pairs, { timeout: 15_000 }).toEqual(['The port is 6060.']);
    await steward.settle();
    await discord.until(() => inStaff().length === 2, 'it is asked about in its turn');
    expect(inStaff()[1]).toContain('The port is 6060.');
    expect(calls()).toBe(2);
  });

  it('belongs to the team: nobody else may press', async () => {
    const { discord, pairs } = await contradicted();
    const on = discord.postsIn(discord.channelId('staff'))[0]?.id ?? '';
    for (const button of [':keep_pair:', ':page_right:', ':rewrite_pair:']) {
      const press = discord.interactions.press({ by: 'Ben', on, button });
      await discord.until(() => /for the team/u.test(press.text()), 'it is refused');
    }
    expect(await pairs()).toEqual(['The port is 7070.']);
  });

  it('is asked about once, whatever step the worker dies after, by one call', async () => {
    const { steward, learn, write, looked, inStaff, calls, indexDocuments } = await open();
    const first = await steward.spawnWorker();
    await indexDocuments();
    await learn('The port is 7070.');
    await kill(first);
    await write(pageWith('8080'));
    const refreshed = indexDocuments();
    for (const dieAfter of ['endRefresh', 'comparePairs', 'askAboutPairs'])
      await dead(await steward.spawnWorker({ dieAfter }));
    await steward.spawnWorker();
    await refreshed;
    await looked();
    expect(inStaff()).toEqual([expect.stringContaining('The port is 8080.')]);
    expect(calls()).toBe(1);
  });

  it('is one of at most half of the day’s looks', async () => {
    const { learn, publish, calls } = await begin({ perDay: 4 });
    for (const port of ['7071', '7072', '7073']) await learn(`The port is ${port}.`);
    await publish(pageWith('8080'));
    await publish(pageWith('8081'));
    expect(calls()).toBe(2);
  });

  it('is only kept in the store where there is no team channel, and never looked at where it is off', async () => {
    const { storage, calls } = await contradicted({ team: false });
    expect([...(await storage.records.pairComparisons()).values()]).toMatchObject([
      { verdict: 'contradicts' },
    ]);
    expect(calls()).toBe(1);
    const off = await begin({ looks: 'off' });
    await off.learn('The port is 7070.');
    // A capture has begun a run, which compares nothing.
    await off.publish(pageWith('8080'));
    expect(off.calls()).toBe(0);
  });
});

it('an answer of which masking leaves nothing is not learned, and the team is told once', async () => {
  const { learn, inStaff, pairs, storage } = await begin();
  const said = await learn('try this: password=Tr0ub4dor&3xyz');
  await expect.poll(() => inStaff().length).toBe(1);
  expect(inStaff()[0]).toMatch(new RegExp(`Not learned from <https:\\S+/${said}>`, 'u'));
  expect([await pairs(), await storage.library.rawEntries()]).toEqual([[], []]);
});
