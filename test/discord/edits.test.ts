import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import type { TestDiscord } from '../support/discord/test-discord.ts';
import { refused } from '../../adapters/discord/emulator/rest/rest-request.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

/** Says what it was asked, and more of it when the question says so. */
const echoing: Script = (call) => {
  if (call.decision !== 'LLMGenerationResult') return agreeable(call);
  const question = call.text('question');
  const lines = question.includes('long') ? 150 : 1;
  const answer = Array.from({ length: lines }, (_, at) => `${at}: ${question}`).join('\n');
  return { answer, citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] };
};

const channels = { help: {}, ideas: { reply_style: 'reply' } };

describe('edits and deletions on Discord', () => {
  const text = (discord: TestDiscord, id: string) =>
    discord
      .postsIn(id)
      .map(({ content }) => content)
      .join('\n');

  it('make an answer again in its place, longer and shorter, and leave it when nothing else is asked', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(echoing);
    const settings = { ai_response: { max_answer_chars: 10_000, footer: false } };
    const { storage } = await openDiscordSteward(discord, { model, channels, settings });
    const { id } = discord.say({ by: 'Anna', text: 'How do I set the prot?' });
    await discord.until(() => text(discord, id).includes('0: How do I set the prot?'), 'an answer');
    const [first] = discord.postsIn(id);
    discord.edit(id, 'How do I set the port, the long way?');
    await discord.until(() => text(discord, id).includes('149: How do I set the port'), 'a longer answer');
    expect(discord.postsIn(id)[0]?.id).toBe(first?.id);
    expect(discord.postsIn(id).length).toBeGreaterThan(3);
    expect(text(discord, id)).not.toContain('prot');
    await expect
      .poll(async () => (await storage.records.replyRecord(id))?.postedMessageIds)
      .toEqual(discord.postsIn(id).map((post) => post.id));
    discord.edit(id, 'How do I set the port?');
    await discord.until(() => discord.postsIn(id).length === 1, 'a short answer again');
    const row = async () => storage.records.replyRecord(id);
    await expect.poll(row).toMatchObject({
      status: 'answered',
      question: 'How do I set the port?',
      postedMessageIds: [first?.id],
    });
    model.follow((call) =>
      call.decision === 'LLMGateDecision'
        ? { is_question: false, is_answerable: false, rewrite_query: null, reason: 'thanks' }
        : echoing(call),
    );
    discord.edit(id, 'How do I set the port? Solved, thanks!');
    await discord.until(() => model.callsOf('LLMGateDecision') === 4, 'the gate sees the last edit');
    await sleep(1_000);
    expect(text(discord, id)).toMatch(/^0: How do I set the port\?\n/u);
    expect(await storage.records.replyRecordsWhere({ limit: 100 })).toHaveLength(1);
  });

  it('turn what was not answered into a question, or a mention, which is answered as any other', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGateDecision' && call.text('question').includes('lovely')
        ? { is_question: false, is_answerable: false, rewrite_query: null, reason: 'chatter' }
        : echoing(call),
    );
    const { storage } = await openDiscordSteward(discord, { model, channels });
    const routing = async (id: string) => (await storage.records.routingOf([id]))[0];
    const chatter = discord.say({ by: 'Anna', text: 'good morning everyone' });
    const told = discord.say({ by: 'Ben', text: 'what a lovely port that server of yours has' });
    await expect.poll(() => routing(chatter.id)).toMatchObject({ state: 'ignored', reason: 'chatter' });
    await expect
      .poll(() => storage.records.replyRecord(told.id))
      .toMatchObject({ status: 'skipped', reason: 'not_a_question' });

    discord.preview(chatter.id);
    discord.edit(chatter.id, 'good morning everyone, how do I set the port?');
    discord.edit(told.id, `<@${discord.world.bot.id}> what is the port?`);
    for (const { id } of [chatter, told]) {
      await discord.until(() => discord.postsIn(id).length > 0, 'an answer in a thread');
      await expect.poll(() => storage.records.replyRecord(id)).toMatchObject({ status: 'answered' });
      expect(discord.postsIn(id)).toHaveLength(1);
    }
    expect(discord.world.threads.get(told.id)?.name).toBe('what is the port?');

    const forwarded = discord.say({ by: 'Cleo', text: '', forwards: chatter.id });
    await discord.until(() => discord.postsIn(forwarded.id).length > 0, 'an answer to what was forwarded');
  });

  it('take an answer back with its question, unless people go on in its thread', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(echoing);
    const { storage } = await openDiscordSteward(discord, { model, channels });
    const ask = async (by: string) => {
      const { id } = discord.say({ by, text: 'How do I set the port?' });
      await discord.until(() => discord.postsIn(id).length > 0, 'an answer');
      await expect.poll(() => storage.records.replyRecord(id)).toMatchObject({ status: 'answered' });
      return id;
    };
    const [alone, talked] = [await ask('Anna'), await ask('Ben')];
    const more = discord.say({ by: 'Ben', text: 'And on Windows?', in: talked });
    await expect.poll(() => storage.records.replyRecord(more.id)).toMatchObject({ status: 'answered' });
    discord.remove(alone);
    discord.remove(talked);
    await discord.until(() => discord.postsIn(alone).length === 0, 'the answer is gone');
    await discord.until(
      () => discord.world.threads.get(alone)?.thread_metadata?.archived === true,
      'its thread is closed: deleting it takes a permission that Steward does not have',
    );
    await expect.poll(() => storage.records.replyRecord(alone)).toMatchObject({ status: 'removed' });
    await sleep(1_000);
    expect(discord.postsIn(talked)).toHaveLength(2);
  });

  it('stop the model when the question of an open reply is deleted', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGenerationResult' ? 'hang' : agreeable(call),
    );
    const { storage } = await openDiscordSteward(discord, { model, channels });
    const reached = model.reached('LLMGenerationResult');
    const { id } = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await reached;
    discord.remove(id);
    await expect
      .poll(() => storage.records.replyRecord(id))
      .toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(discord.world.threads.has(id)).toBe(false);
  });

  it('leave no empty thread and no half answer when the rest cannot be posted', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(echoing);
    const settings = { ai_response: { max_answer_chars: 10_000 } };
    const { storage } = await openDiscordSteward(discord, { model, channels, settings });
    const blocked = refused(400, 200_000, 'Message was blocked by automatic moderation');
    discord.fail('POST', /^\/channels\/\d+\/messages$/, blocked);
    const { id } = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await expect
      .poll(() => storage.records.replyRecord(id))
      .toMatchObject({ status: 'failed', reason: 'post_chat_blocked_by_automod' });
    await discord.until(
      () => discord.world.threads.get(id)?.thread_metadata?.archived === true,
      'the empty thread is closed',
    );
    discord.fail('POST', /^\/channels\/\d+\/messages$/, { slowMilliseconds: 300 });
    discord.fail('POST', /^\/channels\/\d+\/messages$/, blocked);
    const second = discord.say({ by: 'Ben', text: 'How do I set the port, the long way?' });
    await discord.until(() => discord.postsIn(second.id).length === 1, 'the first part');
    await discord.until(() => discord.postsIn(second.id).length === 0, 'the first part is taken back');
    await expect.poll(() => storage.records.replyRecord(second.id)).toMatchObject({ status: 'failed' });
  });
});
