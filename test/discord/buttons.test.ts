import { describe, expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import type { TestDiscord } from '../support/discord/test-discord.ts';
import type { ShownInteraction } from '../support/emulator/interaction-events.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

const uncoveredParty: Script = (call) =>
  call.decision === 'LLMGenerationResult' && call.text('question').includes('party')
    ? { ...(agreeable(call) as object), answer: null, citations: [] }
    : agreeable(call);

async function open(
  discord: TestDiscord,
  { channel = {}, team = null }: { readonly channel?: object; readonly team?: string | null } = {},
) {
  const model = await startScriptedModel(uncoveredParty);
  const channels = { help: { helper_role_id: discord.world.helperRoleId, ...channel }, ideas: {} };
  const settings = { discord: { team_channel_id: team } };
  return { model, ...(await openDiscordSteward(discord, { model, channels, settings })) };
}

const said = async (discord: TestDiscord, interaction: ShownInteraction, text: RegExp) => {
  await discord.until(() => text.test(interaction.text()), `${text} is shown`);
  expect(interaction.isPrivate()).toBe(true);
};

/** The last part of what Steward posted in a thread. */
const answerTo = async (discord: TestDiscord, questionId: string): Promise<string> => {
  await discord.until(() => discord.postsIn(questionId).length > 0, 'an answer');
  return discord.postsIn(questionId).at(-1)?.id ?? '';
};

const keptForRecall = ({ storage }: Awaited<ReturnType<typeof open>>) =>
  storage.records.helpfulAnswers({ question: 'set the port', since: new Date(0), limit: 9 });

const turnsOf = async ({ storage }: Awaited<ReturnType<typeof open>>) =>
  (await storage.library.rawEntries()).map(({ turns }) =>
    turns.map(({ label, text }) => `${label}: ${text}`),
  );

describe('an answer where somebody asks', () => {
  it('comes by a moderator’s menu or reaction, once, in a channel that answers only who mentions Steward', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(uncoveredParty);
    const steward = await openDiscordSteward(discord, {
      model,
      channels: { help: { mode: 'mention' }, ideas: {} },
      settings: { discord: { answer_reaction: '💡' } },
    });
    const { records } = steward.storage;
    const { interactions } = discord;
    const ask = async (text: string) => {
      const { id } = discord.say({ by: 'Anna', text });
      await expect.poll(() => records.routingOf([id])).toMatchObject([{ reason: 'not_mentioned' }]);
      return id;
    };
    const first = await ask('How do I set the port?');
    const menu = (by: string, team: boolean, on = first) =>
      interactions.menu({ by, team, name: 'Answer here', on });
    await said(discord, menu('Ben', false), /for the team/);
    await said(discord, menu('Maya', true), /is answering/);
    await answerTo(discord, first);
    await said(discord, menu('Maya', true), /decided on this message before/);
    await expect
      .poll(() => records.replyRecord(first))
      .toMatchObject({ askedDirectly: true, status: 'answered' });

    const second = await ask('How do I set the other port?');
    discord.react({ by: 'Ben', on: second, emoji: '💡' });
    discord.react({ by: 'Maya', on: second, emoji: '💡' });
    await answerTo(discord, second);
    await expect.poll(() => records.replyRecord(second)).toMatchObject({ status: 'answered' });
    expect(discord.postsIn(first)).toHaveLength(1);
  });
});

describe('buttons on Discord', () => {
  it('take votes and reasons, call the helpers once, learn a correction, and remove an answer', async () => {
    const discord = await openTestDiscord();
    const { interactions } = discord;
    const steward = await open(discord);
    const { records } = steward.storage;
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    const on = await answerTo(discord, question.id);

    await said(discord, interactions.press({ by: 'Ben', on, button: ':helpful:' }), /Thank you/);
    const form = interactions.press({ by: 'Ben', on, button: ':not_helpful:' });
    await discord.until(() => form.form() !== null, 'the form for a reason');
    const fields = { choice: 'Something is missing', text: 'It says nothing about IPv6' };
    await said(discord, interactions.submit({ by: 'Ben', form, fields }), /Thank you/);
    const reason = 'Something is missing: It says nothing about IPv6';
    expect(await records.votesOn([question.id])).toMatchObject([{ reason }]);

    await said(discord, interactions.press({ by: 'Cleo', on, button: ':helpful:' }), /Thank you/);
    expect(await keptForRecall(steward)).toMatchObject([{ record: { messageId: question.id } }]);
    const down = interactions.press({ by: 'Maya', team: true, on, button: ':not_helpful:' });
    await discord.until(() => down.form() !== null, 'the form for a reason');
    const why = { text: 'It is old' };
    await said(
      discord,
      interactions.submit({ by: 'Maya', team: true, form: down, fields: why }),
      /Thank you/,
    );
    expect(await keptForRecall(steward)).toEqual([]);

    for (const by of ['Anna', 'Ben'])
      await said(discord, interactions.press({ by, on, button: ':ask_human:' }), /told the team/);
    const calls = () =>
      discord.postsIn(question.id).filter(({ content }) => content.includes(discord.world.helperRoleId));
    await discord.until(() => calls().length > 0, 'the helpers are called');

    await said(discord, interactions.press({ by: 'Ben', on, button: ':correct:' }), /for the team/);
    const correction = interactions.press({ by: 'Maya', team: true, on, button: ':correct:' });
    await discord.until(() => correction.form() !== null, 'the form for a correction');
    const right = { text: 'It is 9090 now.' };
    await said(
      discord,
      interactions.submit({ by: 'Maya', team: true, form: correction, fields: right }),
      /learning this/,
    );
    await expect
      .poll(() => turnsOf(steward))
      .toEqual([['User: How do I set the port?', 'Team: It is 9090 now.']]);

    await said(discord, interactions.press({ by: 'Ben', on, button: ':remove:' }), /for the team/);
    await said(discord, interactions.press({ by: 'Mo', moderates: true, on, button: ':remove:' }), /removed/);
    await discord.until(() => !discord.postsIn(question.id).some(({ id }) => id === on), 'it is gone');
    expect(calls().length).toBeLessThanOrEqual(1);
  });

  it('of a draft let the team edit, accept or drop it before anyone else reads it', async () => {
    const discord = await openTestDiscord();
    const { interactions } = discord;
    const team = discord.channelId('staff');
    const steward = await open(discord, {
      channel: { preview: true },
      team,
    });
    const draftOf = async (text: string) => {
      const known = discord.postsIn(team).length;
      const { id } = discord.say({ by: text, text: 'How do I set the port?' });
      await discord.until(() => discord.postsIn(team).length > known, 'a draft');
      return { id, on: discord.postsIn(team).at(-1)?.id ?? '' };
    };
    const first = await draftOf('Anna');
    expect(discord.postsIn(first.id)).toEqual([]);
    await expect.poll(() => steward.storage.records.replyRecord(first.id)).toMatchObject({ status: 'held' });
    await said(discord, interactions.press({ by: 'Ben', on: first.on, button: ':accept:' }), /for the team/);
    const form = interactions.press({ by: 'Maya', team: true, on: first.on, button: ':edit:' });
    await discord.until(() => form.form() !== null, 'the form with the draft');
    const fields = { text: 'Set the port to 9090.' };
    await said(discord, interactions.submit({ by: 'Maya', team: true, form, fields }), /Accepted/);
    await answerTo(discord, first.id);
    const approved = [{ helpful: true, byTeam: true }];
    expect(await keptForRecall(steward)).toMatchObject([{ votes: approved }]);
    expect(discord.postsIn(first.id).map(({ content }) => content)).toEqual([
      expect.stringContaining('9090'),
    ]);
    const second = await draftOf('Carl');
    await said(
      discord,
      interactions.press({ by: 'Mo', moderates: true, on: second.on, button: ':drop:' }),
      /Dropped/,
    );
    await discord.until(
      () => discord.postsIn(team).some(({ content }) => content.includes('-# Dropped')),
      'the draft says so',
    );
    expect(discord.postsIn(second.id)).toEqual([]);
    await expect
      .poll(() => steward.storage.records.replyRecord(second.id))
      .toMatchObject({
        status: 'skipped',
        reason: 'review_dropped',
      });
  });

  it('tells the team of trouble once a day, and of nothing that members wrote', async () => {
    const discord = await openTestDiscord();
    const team = discord.channelId('staff');
    const { model, client, taskQueue, storage } = await open(discord, {
      team,
    });
    model.follow(() => ({ status: 401 }));
    const { id } = discord.say({
      by: 'Anna',
      text: `<@${discord.world.bot.id}> How do I tune the xylophone?`,
    });
    await expect.poll(() => storage.records.replyRecord(id)).toMatchObject({ status: 'failed' });
    for (const run of ['one', 'two'])
      await client.workflow.execute('noticesWorkflow', { taskQueue, workflowId: `${taskQueue}/${run}` });
    const told = discord.postsIn(team).map(({ content }) => content);
    expect(told.filter((text) => text.includes('refused 1 question'))).toHaveLength(1);
    expect(told.filter((text) => text.includes('xylophone'))).toEqual([]);
  });
});

describe('commands on Discord', () => {
  it('answer privately, learn, unlearn, pause and forget', async () => {
    const discord = await openTestDiscord();
    const { interactions } = discord;
    const steward = await open(discord, { channel: { when_unknown: 'hand_over' } });
    const asked = interactions.command({
      by: 'Anna',
      name: 'ask',
      options: { question: 'How do I set the port?' },
    });
    await said(discord, asked, /8080/);
    await said(discord, interactions.press({ by: 'Anna', on: asked, button: ':helpful:' }), /Thank you/);
    await said(
      discord,
      interactions.command({ by: 'Anna', name: 'ask', options: { question: 'When is the party?' } }),
      /don't know/,
    );

    const party = discord.say({ by: 'Ben', text: 'When is the party?' });
    await discord.until(
      () =>
        discord.postsIn(party.channel_id).some(({ content }) => content.includes(discord.world.helperRoleId)),
      'it is handed over',
    );
    const tip = discord.say({ by: 'Carl', text: 'It is on Friday.', in: 'help', replyTo: party.id });
    await said(
      discord,
      interactions.menu({ by: 'Maya', team: true, name: 'Learn this', on: tip.id }),
      /learning this/,
    );
    await discord.until(() => discord.world.reactions.some((one) => one.startsWith(tip.id)), 'it is marked');
    expect((await turnsOf(steward)).at(-1)).toEqual(['User: When is the party?', 'Team: It is on Friday.']);
    await said(
      discord,
      interactions.menu({ by: 'Maya', team: true, name: 'Unlearn', on: tip.id }),
      /Unlearned: 1/,
    );

    const question = discord.say({ by: 'Dora', text: 'How do I set the port?' });
    await answerTo(discord, question.id);
    await said(discord, interactions.command({ by: 'Dora', name: 'steward', sub: 'pause' }), /for the team/);
    await said(
      discord,
      interactions.command({ by: 'Mo', moderates: true, name: 'steward', sub: 'pause' }),
      /Paused/,
    );
    const silenced = discord.say({ by: 'Emil', text: 'How do I set the port?' });
    await expect
      .poll(() => steward.storage.records.routingOf([silenced.id]))
      .toMatchObject([{ state: 'ignored', reason: 'paused' }]);
    await said(
      discord,
      interactions.command({ by: 'Mo', moderates: true, name: 'steward', sub: 'resume' }),
      /answering in this channel again|answering again/,
    );

    const sure = interactions.command({ by: 'Dora', name: 'steward', sub: 'forget-me' });
    await said(discord, sure, /cannot be undone/);
    await said(
      discord,
      interactions.press({ by: 'Dora', on: sure, button: ':forget_me:' }),
      /no longer stored/,
    );
    expect((await steward.storage.records.replyRecord(question.id))?.question).not.toContain('port');
  });
});
