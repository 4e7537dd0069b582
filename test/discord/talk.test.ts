import { gateDecision } from '../support/values/decisions.ts';
import { describe, expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { ScriptedProvider } from '../support/provider/scripted-provider.ts';

const question = 'How do I set the port?';

const generated = (model: ScriptedProvider): readonly string[] =>
  model.calls
    .filter(({ decision }) => decision === 'LLMGenerationResult')
    .map((call) => call.text('question'));

describe('people who talk at once', () => {
  it('are kept apart: who was answered by the team is learned from, the others get their answers', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const { storage } = await openDiscordSteward(discord, { model });
    const anna = discord.say({ by: 'Anna', text: 'When is the party?' });
    const ben = discord.say({ by: 'Ben', text: 'Where is the party held?' });
    discord.say({ by: 'Maya', team: true, text: 'Morning!' });
    const chloe = discord.say({ by: 'Chloe', text: question });
    // A reply and a plain message in one window, and the other way round.
    discord.say({ by: 'Otto', team: true, text: 'In the hall.', replyTo: ben.id });
    discord.say({ by: 'Maya', team: true, text: 'On Friday.', replyTo: anna.id });
    discord.say({ by: 'Otto', team: true, text: 'Upstairs.' });
    discord.say({ by: 'Anna', text: 'I look forward to it' });
    await discord.until(() => discord.postsIn(chloe.id).length > 0, "Chloe's answer");
    const learned = async () =>
      (await storage.library.rawEntries())
        .map(({ turns }) => turns.map(({ label, text }) => `${label}: ${text}`).join(' | '))
        .toSorted();
    await expect
      .poll(learned)
      .toEqual([
        'User: When is the party? | Team: Morning! | Team: On Friday.',
        'User: Where is the party held? | Team: In the hall. | Team: Upstairs.',
      ]);
    for (const { id } of [anna, ben]) expect(discord.world.threads.has(id)).toBe(false);
    expect(discord.postsIn(chloe.id)).toHaveLength(1);
  });

  it('have their replies in one breath learned each with its own question, and what is added later with what was said', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const { storage } = await openDiscordSteward(discord, { model });
    const anna = discord.say({ by: 'Anna', text: 'When is the party?' });
    const ben = discord.say({ by: 'Ben', text: 'Where is the party held?' });
    discord.say({ by: 'Otto', team: true, text: 'On Friday.', replyTo: anna.id });
    discord.say({ by: 'Otto', team: true, text: 'In the hall.', replyTo: ben.id });
    discord.say({ by: 'Otto', team: true, text: 'Upstairs.' });
    discord.say({ by: 'Otto', team: true, text: 'At eight.', replyTo: anna.id });
    const learned = async () =>
      (await storage.library.topics(1))
        .flatMap(({ pairs }) => pairs.map(({ turns }) => turns.map(({ text }) => text).join(' | ')))
        .toSorted();
    const both = [
      'When is the party? | On Friday. | At eight.',
      'Where is the party held? | In the hall. | Upstairs.',
    ];
    await expect.poll(learned).toEqual(both);
    discord.say({ by: 'Maya', team: true, text: 'Bring a cake.', replyTo: anna.id });
    await expect.poll(learned).toEqual([`${both[0]} | Bring a cake.`, both[1]]);
  });

  it('are understood when they answer, in two words, what Steward has asked them; others are not', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) => {
      if (call.text('question') === 'good point' && call.decision === 'LLMGateDecision')
        return gateDecision({ is_question: false });
      return call.decision === 'LLMGenerationResult' && call.text('conversation') === ''
        ? { answer: 'On which system?', answer_type: 'clarifying', citations: [] }
        : agreeable(call);
    });
    const { storage } = await openDiscordSteward(discord, { model });
    const { id: thread } = discord.say({ by: 'Anna', text: question });
    await discord.until(() => discord.postsIn(thread).length === 1, 'what Steward asks');
    const bens = discord.say({ by: 'Ben', text: 'good point', in: thread });
    await expect
      .poll(() => storage.records.replyRecord(bens.id))
      .toMatchObject({ status: 'skipped', reason: 'not_a_question' });
    discord.say({ by: 'Anna', text: 'on windows', in: thread });
    await discord.until(() => discord.postsIn(thread).length === 2, 'the answer');
  });

  it('share a thread of Steward: each is answered there, and what they say to each other is theirs', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const { storage } = await openDiscordSteward(discord, { model });
    const { id: thread } = discord.say({ by: 'Anna', text: question });
    await discord.until(() => discord.postsIn(thread).length === 1, 'the first answer');
    const bens = discord.say({ by: 'Ben', text: 'How do I set the port on Linux?', in: thread });
    const reply = discord.say({ by: 'Dev', text: 'Is it not the same?', in: thread, replyTo: bens.id });
    const annas = discord.say({ by: 'Anna', text: 'And how do I set it back?', in: thread });
    await discord.until(() => discord.postsIn(thread).length === 3, 'an answer to each');
    const statuses = async () =>
      Promise.all([bens, annas].map(async ({ id }) => (await storage.records.replyRecord(id))?.status));
    await expect.poll(statuses).toEqual(['answered', 'answered']);
    expect(await storage.records.routingOf([reply.id])).toMatchObject([{ reason: 'not_for_steward' }]);
    expect(discord.postsIn(thread)).toHaveLength(3);
  });

  it('are read in their order however slowly Discord answers, and as many emoji as fit break nothing', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    await openDiscordSteward(discord, { model });
    const messagePath = /^\/channels\/\d+\/messages\/\d+$/;
    discord.fail('GET', messagePath, { slowMilliseconds: 700 });
    discord.say({ by: 'Anna', text: 'My server does not start.' });
    discord.say({ by: 'Anna', text: 'How do I set the port?' });
    const last = discord.say({ by: 'Anna', text: 'It is an old one.' });
    await discord.until(() => discord.postsIn(last.id).length > 0, 'an answer');
    expect(generated(model)).toEqual([
      'My server does not start.\nHow do I set the port?\nIt is an old one.',
    ]);
    const emoji = discord.say({ by: 'Ben', text: `${question} ${'😀'.repeat(1_977)}` });
    await discord.until(() => discord.postsIn(emoji.id).length > 0, 'an answer to the emoji');
    const title = discord.world.threads.get(emoji.id)?.name ?? '';
    expect(title.isWellFormed()).toBe(true);
  });
});
