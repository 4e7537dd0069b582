import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

/** Longer than the quiet window and what follows it, when it leads to nothing. */
const quietMilliseconds = 1_500;

const answering =
  (text: string): Script =>
  (call) =>
    call.decision === 'LLMGenerationResult'
      ? { answer: text, citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] }
      : agreeable(call);

describe('a conversation on Discord', () => {
  it('answers a question in its thread, once, with a title, and pings nobody', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(answering('@everyone, set the port to 8080, <@1>.'));
    const { storage } = await openDiscordSteward(discord, { model });
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => discord.postsIn(question.id).length > 0, 'an answer in the thread');
    await sleep(quietMilliseconds);
    const [answer, ...more] = discord.postsIn(question.id);
    expect(more).toEqual([]);
    expect(answer?.content).toContain('set the port to 8080');
    expect(discord.world.threads.get(question.id)).toMatchObject({ name: 'How do I set the port?' });
    expect(discord.postsIn(discord.channelId('help'))).toEqual([]);
    const record = await storage.records.replyRecord(question.id);
    expect(record).toMatchObject({ status: 'answered', postedMessageIds: [answer?.id] });
  });

  it('asks Discord nothing about chatter, link previews and channels that are not listed', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    await openDiscordSteward(discord, { model });
    const before = discord.requests.length;
    const chatter = discord.say({ by: 'Anna', text: 'Good morning all, nice to be here' });
    discord.preview(chatter.id);
    discord.say({ by: 'Ben', text: 'How do I set the port?', in: 'lounge' });
    discord.say({ by: 'Ben', text: 'morning!', replyTo: chatter.id });
    await sleep(quietMilliseconds);
    expect(discord.requests.slice(before)).toEqual([]);
    expect(model.callsOf('LLMGateDecision')).toBe(0);
  });

  it('learns from a team reply, by role, and from a correction of its answer', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGenerationResult' && call.text('question').includes('party')
        ? { answer: null, citations: [] }
        : agreeable(call),
    );
    const { storage } = await openDiscordSteward(discord, { model });
    const question = discord.say({ by: 'Anna', text: 'When is the party?' });
    discord.say({ by: 'Maya', team: true, text: 'On Friday.', replyTo: question.id });
    const turns = async () =>
      (await storage.library.rawEntries()).map((entry) =>
        entry.turns.map(({ label, text }) => `${label}: ${text}`),
      );
    await expect.poll(turns).toEqual([['User: When is the party?', 'Team: On Friday.']]);
    const asked = discord.say({ by: 'Ben', text: 'How do I set the port?' });
    await discord.until(() => discord.postsIn(asked.id).length > 0, 'an answer to be corrected');
    const [answer] = discord.postsIn(asked.id);
    discord.say({ by: 'Maya', team: true, text: 'It is 9090 now.', in: asked.id, replyTo: answer?.id ?? '' });
    await expect.poll(turns).toHaveLength(2);
    expect((await turns())[1]).toEqual(['User: How do I set the port?', 'Team: It is 9090 now.']);
  });

  it('shows that it is typing to who asks directly or in its thread, where a follow-up that nothing covers is answered honestly, too', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGenerationResult' && call.text('question').includes('pro plan')
        ? { answer: null, citations: [] }
        : agreeable(call),
    );
    await openDiscordSteward(discord, { model });
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => discord.postsIn(question.id).length > 0, 'an answer in the thread');
    expect(discord.world.typing).toEqual([]);
    discord.say({ by: 'Anna', text: 'And how much does the pro plan cost?', in: question.id });
    await discord.until(() => discord.postsIn(question.id).length > 1, 'an honest answer');
    expect(discord.postsIn(question.id).at(-1)?.content).toContain("I don't know");
    expect(discord.world.typing).toEqual([question.id]);
    discord.say({ by: 'Ben', text: 'And how much does the pro plan cost?', in: question.id });
    await sleep(quietMilliseconds);
    expect(discord.postsIn(question.id)).toHaveLength(2);
    discord.say({ by: 'Ben', text: `<@${discord.world.bot.id}> how do I set the port?` });
    await discord.until(() => discord.world.typing.length > 1, 'typing in the channel');
    expect(discord.world.typing.at(-1)).toBe(discord.channelId('help'));
  });

  it('takes an edit during the window as the question, and forgets a deleted one', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    await openDiscordSteward(discord, { model });
    const deleted = discord.say({ by: 'Ben', text: 'How do I set the host?' });
    discord.remove(deleted.id);
    const edited = discord.say({ by: 'Anna', text: 'How do I set the prot?' });
    discord.edit(edited.id, 'How do I set the port?');
    await discord.until(() => discord.postsIn(edited.id).length > 0, 'an answer to the edited question');
    const questions = model.calls
      .filter(({ decision }) => decision === 'LLMGenerationResult')
      .map((call) => call.text('question'));
    expect(questions).toEqual(['How do I set the port?']);
    expect(discord.world.threads.has(deleted.id)).toBe(false);
  });

  it('posts a long answer in parts, in order, with its code blocks whole', async () => {
    const discord = await openTestDiscord();
    const block = (at: number) =>
      `Step ${at}:\n\`\`\`sh\n${Array.from({ length: 100 }, (_, line) => `run --step ${at} --line ${line}`).join('\n')}\n\`\`\``;
    const text = [1, 2, 3, 4].map(block).join('\n\n');
    expect(text.length).toBeGreaterThan(9_000);
    const model = await startScriptedModel(answering(text));
    await openDiscordSteward(discord, { model, settings: { ai_response: { max_answer_chars: 10_000 } } });
    discord.fail('POST', /messages$/, 'cut after');
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    const posts = () => discord.postsIn(question.id).map(({ content }) => content);
    await discord.until(() => posts().join('\n').includes('run --step 4 --line 99'), 'the last part');
    const lines = posts()
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('run'));
    expect(lines).toEqual(text.split('\n').filter((line) => line.startsWith('run')));
    expect(posts().length).toBeGreaterThan(4);
    for (const post of posts()) expect(post.match(/```/g)?.length ?? 0).toSatisfy((n: number) => n % 2 === 0);
  });

  it('answers a forum post, title and all, and goes on after a lost connection', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    await openDiscordSteward(discord, { model });
    discord.gateway.cut();
    await discord.until(() => discord.gateway.counts().resumed === 1, 'the session is resumed');
    const post = discord.openThread({ by: 'Anna', name: 'Port', on: 'ideas' });
    discord.say({ by: 'Anna', text: 'How do I set it?', in: post, id: post });
    await discord.until(() => discord.postsIn(post).length === 1, 'an answer in the forum post');
    expect(model.calls.find(({ decision }) => decision === 'LLMGateDecision')?.text('question')).toBe(
      'Port\nHow do I set it?',
    );
  });
});
