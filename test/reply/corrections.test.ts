import { expect, it } from 'vitest';
import { interactionHandlersOf } from '../../workers/wiring/discord.ts';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openRecheckScene } from '../support/recheck-scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { uniqueId } from '../support/temporal.ts';

const portIn = (text = '') => /port is (\d{4})/u.exec(text)?.[1];

/** Answers what the sources say, the team before the pages. */
const reading: Script = (call) => {
  const telling = call.sections.filter(({ name, text }) => name === 'source' && portIn(text));
  const source = telling.find(({ id }) => id?.startsWith('team:')) ?? telling[0];
  if (call.decision === 'ClassificationResult') return { skip: false, topic_name: 'ports' };
  if (call.decision === 'LLMSelectionResult')
    return { look_for: '', selected_source_ids: ['team:ports.txt', 'kb:guide.md'] };
  if (call.decision === 'LLMGenerationResult')
    return source
      ? {
          answer: `The port is ${portIn(source.text.split('Team:').at(-1))}.`,
          citations: [{ source_id: source.id ?? '', qa_ids: [] }],
        }
      : { answer: null, citations: [] };
  if (call.decision === 'LLMVerificationResult')
    return { is_good_enough: true, issues: [], suggested_fix: null };
  return agreeable(call);
};

async function begin(guide: string, looks = 'tell_team') {
  const scene = await openRecheckScene({ script: reading, looks, team: true, guide });
  const { steward } = scene;
  await steward.work(['all']);
  await steward.indexDocuments();
  const ask = async (text: string): Promise<string> => {
    const { id } = await steward.say({ by: 'anna', text });
    await steward.settle();
    return id;
  };
  const row = (id: string) => steward.storage.records.replyRecord(id);
  return { ...scene, ask, row };
}

it.each(['tell_team', 'off'])(
  'a reply of the team to an answer from a page stands in its place, and its asker is told (%s)',
  async (looks) => {
    const { discord, steward, staff, ask, row, textsIn } = await begin(
      '# Guide\n\nThe port is 8080.\n',
      looks,
    );
    const id = await ask('Which port do I set?');
    const [post] = discord.postsIn(id);
    expect(post?.content).toContain('The port is 8080.');
    await steward.say({
      by: 'maya',
      team: true,
      in: id,
      text: 'Not quite: the port is 9191.',
      replyTo: post?.id ?? '',
    });
    await steward.settle();
    await discord.until(() => textsIn(id).length === 2, 'it is edited, and the asker told');
    expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*The port is 9191\.[^]*~~The port is 8080\.~~/u);
    expect(textsIn(staff)).toEqual([]);
    await expect.poll(() => row(id)).toMatchObject({ status: 'answered', answer: 'The port is 9191.' });
  },
);

it('what the team types on the page about a question without an answer is posted to its asker', async () => {
  const { ask, row, steward } = await begin('# Guide\n\nBe kind.\n');
  const { handlers } = interactionHandlersOf({ ...steward, listed: null });
  const typed = async (target: string) => {
    const record = await row(target);
    const location = {
      guildId: record?.guildId ?? '',
      channelId: record?.channelId ?? '',
      thread: null,
      readableByEveryone: true,
    };
    const actor = { id: uniqueId(), name: 'Maya', isTeam: true, moderates: true, moderatesServer: true };
    const text = 'The port is 7070.';
    await handlers.handle({ kind: 'correct', target, text, requestId: uniqueId(), actor, location });
  };
  const [silent, said] = [await ask('Which port do I set?'), await ask('@steward Which port is it?')];
  expect(steward.posts()).toEqual([expect.stringContaining("I don't know")]);
  for (const id of [silent, said]) {
    await typed(id);
    await expect.poll(() => row(id)).toMatchObject({ status: 'answered', answer: 'The port is 7070.' });
    const { postedMessageIds = [] } = (await row(id)) ?? {};
    expect(postedMessageIds).toHaveLength(1);
  }
  expect(steward.posts()).toEqual(Array(2).fill(expect.stringContaining('The port is 7070.')));
});

it('a question that the team answers counts as answered by the team', async () => {
  const { ask, row, steward } = await begin('# Guide\n\nBe kind.\n');
  const [id, other] = [await ask('Which port do I set?'), await ask('And which port later?')];
  await steward.say({ by: 'maya', team: true, text: 'The port is 7070.', replyTo: id });
  await expect.poll(() => row(id)).toMatchObject({ status: 'unanswered', teamAnswered: true });
  expect((await row(other))?.teamAnswered).toBeUndefined();
});

it('a question that Steward was silent on is answered where a moderator wants it, once', async () => {
  const discord = await openTestDiscord();
  const silent: Script = (call) =>
    call.decision === 'LLMGenerationResult' ? { answer: null, citations: [] } : agreeable(call);
  const model = await startScriptedModel(silent);
  const { storage } = await openDiscordSteward(discord, { model });
  const { id } = discord.say({ by: 'Anna', text: 'How do I set the port?' });
  await expect
    .poll(() => storage.records.replyRecord(id))
    .toMatchObject({ status: 'unanswered', postedMessageIds: [] });
  model.follow(agreeable);
  const menu = () => discord.interactions.menu({ by: 'Maya', team: true, name: 'Answer here', on: id });
  const taken = menu();
  await discord.until(() => /is answering/u.test(taken.text()), 'it is taken');
  await discord.until(() => discord.postsIn(id).length === 1, 'it is answered');
  await expect
    .poll(() => storage.records.replyRecord(id))
    .toMatchObject({ status: 'answered', askedDirectly: true });
  const again = menu();
  await discord.until(() => /decided on this message before/u.test(again.text()), 'it is refused');
  expect(discord.postsIn(id)).toHaveLength(1);
});

it.each([
  ['nothing', { answer: null, citations: [] }],
  ['the same', { answer: 'The port is 8080.', citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] }],
])(
  'what the team replied stands in the place of an answer in its own words where a model answers %s from the pages',
  async (_, generated) => {
    const { discord, model, steward, ask, row, textsIn } = await begin('# Guide\n\nThe port is 8080.\n');
    const id = await ask('Which port do I set?');
    model.follow((call) => (call.decision === 'LLMGenerationResult' ? generated : reading(call)));
    const replyTo = discord.postsIn(id)[0]?.id ?? '';
    await steward.say({ by: 'maya', team: true, in: id, text: 'Ask your admin, it depends.', replyTo });
    await discord.until(() => textsIn(id).length === 2, 'it is edited, and the asker told');
    expect(textsIn(id)[0]).toMatch(/^\*\*Updated[^]*Ask your admin, it depends\.[^]*~~The port is 8080\.~~/u);
    expect(textsIn(id)[1]).toContain('the team has corrected it');
    await expect
      .poll(() => row(id))
      .toMatchObject({ status: 'answered', answer: 'Ask your admin, it depends.' });
  },
);

it('a correction of which masking leaves nothing is refused in words where it is typed', async () => {
  const { ask, steward } = await begin('# Guide\n\nThe port is 8080.\n');
  const target = await ask('Which port do I set?');
  const { handlers } = interactionHandlersOf({ ...steward, listed: null });
  const actor = { id: uniqueId(), name: 'Maya', isTeam: true, moderates: true, moderatesServer: true };
  const location = { guildId: '1', channelId: '2', thread: null, readableByEveryone: true };
  const text = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
  const answer = await handlers.handle({
    kind: 'correct',
    target,
    text,
    requestId: uniqueId(),
    actor,
    location,
  });
  expect(answer?.text).toMatch(/^Not learned from https:.*: the answer was a secret/u);
});
