import { expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';

it('a ✅ on an answer is a vote; a ✅ of the asker on the question closes it, and sets the tag of their post', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel((call) =>
    call.decision === 'LLMGenerationResult' && call.text('question').includes('party')
      ? { ...(agreeable(call) as object), answer: null, citations: [] }
      : agreeable(call),
  );
  const { storage } = await openDiscordSteward(discord, {
    model,
    settings: { discord: { set_solved_tag: true } },
  });
  const { records } = storage;
  const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
  await expect.poll(() => records.replyRecord(question.id)).toMatchObject({ status: 'answered' });
  const answer = discord.postsIn(question.id).at(-1)?.id ?? '';
  const { user: ben } = discord.person('Ben');
  discord.react({ by: 'Ben', on: answer, emoji: '🎉' });
  discord.react({ by: 'Ben', on: question.id, emoji: '✅' });
  discord.react({ by: 'Ben', on: answer, emoji: '✅' });
  const vote = { messageId: question.id, userId: ben.id, helpful: true, byTeam: false };
  await expect.poll(() => records.votesOn([question.id])).toMatchObject([vote]);

  const first = discord.say({ by: 'Anna', text: 'I have looked everywhere.' });
  const party = discord.say({ by: 'Anna', text: 'When is the party?' });
  await expect
    .poll(() => records.replyRecordsWhere({ status: 'unanswered', limit: 10 }))
    .toMatchObject([{ messageId: party.id }]);
  discord.react({ by: 'Ben', on: party.id, emoji: '✅' });
  discord.react({ by: 'Anna', on: answer, emoji: '✅' });
  await expect.poll(() => records.votesOn([question.id])).toHaveLength(2);
  expect(await records.votesOn([party.id])).toEqual([]);
  discord.react({ by: 'Anna', on: first.id, emoji: '✅' });
  await expect.poll(() => records.votesOn([party.id])).toMatchObject([{ helpful: true }]);

  const tagsOf = (postId: string) => discord.world.threads.get(postId)?.applied_tags ?? [];
  const { available_tags: tags = [] } = discord.world.channels.get(discord.channelId('ideas')) ?? {};
  const solved = tags.find((tag) => tag.name === 'Solved')?.id;
  const second = discord.openThread({ by: 'Cleo', name: 'Ports', on: 'ideas' });
  discord.say({ by: 'Cleo', text: 'How do I set the port?', in: second, id: second });
  await expect.poll(() => records.replyRecord(second)).toMatchObject({ status: 'answered' });
  discord.react({ by: 'Ben', on: second, emoji: '✅' });
  discord.react({ by: 'Cleo', on: second, emoji: '✅' });
  await expect.poll(() => tagsOf(second)).toEqual([solved]);
});
