import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord, type SceneOptions } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { changeRows } from '../support/storage/test-store.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

/** Answers nothing by itself, and learns what says how. */
const librarian: Script = (call) => {
  if (call.decision === 'LLMGenerationResult') return { answer: null, citations: [] };
  if (call.decision !== 'ClassificationResult') return agreeable(call);
  return { skip: !call.text('pair').includes('Team: Set'), topic_name: 'settings' };
};

const question = 'How do I set the party mode?';

async function openScene(settings: SceneOptions['settings'] = {}) {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(librarian);
  const steward = await openDiscordSteward(discord, { model, settings });
  const { storage } = steward;
  const turns = async () =>
    (await storage.library.rawEntries()).map((entry) =>
      entry.turns.map(({ label, text }) => `${label}: ${text}`),
    );
  const outcomes = async () =>
    [...(await storage.library.ledger(1)).settled.values()].map(({ outcome }) => outcome).toSorted();
  const reasonOf = async (messageId: string) => {
    const [routing] = await storage.records.routingOf([messageId]);
    return routing?.state === 'ignored' ? routing.reason : routing?.state;
  };
  return { ...steward, discord, model, turns, outcomes, reasonOf };
}

describe("what the team writes without Discord's reply", () => {
  it('is learned where it answers the last question, and a topic keeps nothing of what does not', async () => {
    const { discord, model, storage, turns, outcomes, reasonOf } = await openScene();
    const asked = discord.say({ by: 'Anna', text: question });
    const said = discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    await expect.poll(outcomes).toEqual(['integrated']);
    expect(await turns()).toEqual([[`User: ${question}`, 'Team: Set party.mode to true.']]);
    const [entry] = await storage.library.rawEntries();
    expect(entry).toMatchObject({ conversationId: `reply_${said.id}`, messageIds: [asked.id, said.id] });
    const calls = model.calls.filter(({ decision }) => decision === 'ClassificationResult');
    expect(calls.map((call) => call.text('unreplied'))).toEqual([expect.stringContaining('did not reply')]);

    discord.say({ by: 'Ben', text: 'How do I set the quiet mode?' });
    discord.say({ by: 'Maya', team: true, text: 'The release notes of version 3 are on the blog.' });
    await expect.poll(outcomes).toEqual(['integrated', 'skipped']);
    expect((await storage.library.topics(1)).map(({ pairs }) => pairs.length)).toEqual([1]);

    // Somebody else wrote in between, and a greeting is not looked at.
    discord.say({ by: 'Cleo', text: 'How do I set the night mode?' });
    discord.say({ by: 'Dan', text: 'I wonder about that, too: is there a night mode?' });
    const late = discord.say({ by: 'Noor', team: true, text: 'Good morning!' });
    await expect.poll(() => reasonOf(late.id)).toBe('not_for_steward');
    expect(await turns()).toHaveLength(2);
  });

  it('is learned for the last question of a member whose first one Steward has answered', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel((call) =>
      call.text('question').includes('port') ? agreeable(call) : librarian(call),
    );
    const { storage } = await openDiscordSteward(discord, { model });
    const first = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => discord.postsIn(first.id).length > 0, 'an answer');
    discord.say({ by: 'Anna', text: question });
    await expect.poll(() => model.calls.some((call) => call.text('question') === question)).toBe(true);
    discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    const turns = async () =>
      (await storage.library.rawEntries()).map((entry) => entry.turns.map(({ text }) => text));
    await expect.poll(turns).toEqual([[question, 'Set party.mode to true.']]);
  });

  it('is learned although Steward has said in between that it does not know', async () => {
    const { discord, turns } = await openScene();
    discord.say({ by: 'Anna', text: question });
    const call = discord.say({ by: 'Anna', text: `<@${discord.world.bot.id}> can you help?` });
    await discord.until(() => discord.postsIn(call.channel_id).length > 0, 'a reply');
    discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    await expect
      .poll(turns)
      .toEqual([expect.arrayContaining([`User: ${question}`, 'Team: Set party.mode to true.'])]);
  });

  it('is put to a model that way in a rebuild, too, where nothing is known of the first decision', async () => {
    const { discord, model, storage, client, taskQueue, config, outcomes } = await openScene();
    const asked = discord.say({ by: 'Anna', text: question });
    discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    await expect.poll(outcomes).toEqual(['integrated']);
    discord.say({ by: 'Ben', text: 'How do I set the quiet mode?' });
    discord.say({ by: 'Maya', team: true, text: 'The release notes of version 3 are on the blog.' });
    await expect.poll(outcomes).toEqual(['integrated', 'skipped']);
    const topics = await storage.library.topics(1);

    await changeRows(config, async (trx) => {
      await trx.deleteFrom('decisions').execute();
      await trx.deleteFrom('snapshots').execute();
    });
    expect(await storage.records.snapshot(asked.id)).toBeNull();
    const calls = () => model.calls.filter(({ decision }) => decision === 'ClassificationResult');
    const before = calls().length;
    const rebuild = await startRegenerate({ client, taskQueue });
    const result = await waitForResult<RegenerateResult>({ client, ...rebuild });
    expect(result).toMatchObject({ outcome: 'published', integrated: 1 });
    const told = calls().slice(before);
    expect(told.map((call) => call.text('unreplied'))).toEqual(
      [1, 2].map(() => expect.stringContaining('did not reply') as string),
    );
    const rebuilt = await storage.library.topics(await storage.library.liveGeneration());
    expect(rebuilt.map(({ text }) => text)).toEqual(topics.map(({ text }) => text));
  });

  it('counts for nothing with 0 minutes, and where somebody else wrote in between', async () => {
    const off = await openScene({ kb: { capture_unreplied_minutes: 0 } });
    off.discord.say({ by: 'Anna', text: question });
    const unseen = off.discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    await expect.poll(() => off.reasonOf(unseen.id)).toBe('not_for_steward');
    const on = await openScene();
    on.discord.say({ by: 'Anna', text: question });
    on.discord.say({ by: 'Ben', text: 'What a day' });
    const said = on.discord.say({ by: 'Maya', team: true, text: 'Set party.mode to true.' });
    await expect.poll(() => on.reasonOf(said.id)).toBe('not_for_steward');
    const more = on.discord.say({ by: 'Maya', team: true, text: 'The party was yesterday.' });
    await expect.poll(() => on.reasonOf(more.id)).toBe('not_for_steward');
    await sleep(500);
    // Steward looks once at the messages before it.
    const about = on.discord.requests.filter(
      ({ path, query }) => path.includes(more.id) || query.get('around') === more.id,
    );
    expect(about.map(({ path }) => path)).toEqual([`/channels/${said.channel_id}/messages`]);
    expect([...(await off.turns()), ...(await on.turns())]).toEqual([]);
  });
});

describe('a reply to a message that is gone', () => {
  it('is learned as the answer to no other question, and asks nothing new', async () => {
    const { discord, model, reasonOf, turns } = await openScene();
    discord.say({ by: 'Ben', text: 'Where can I download the invoice?' });
    const gone = discord.say({ by: 'Anna', text: question });
    discord.remove(gone.id);
    const toNothing = { text: 'Which version did you use for that one?', replyTo: gone.id };
    const answer = discord.say({ ...toNothing, by: 'Maya', team: true });
    await expect.poll(() => reasonOf(answer.id)).toBe('not_for_steward');
    const asked = discord.say({ ...toNothing, by: 'Cleo' });
    await expect.poll(() => reasonOf(asked.id)).toBe('not_for_steward');
    expect(await turns()).toEqual([]);
    expect(model.calls.map((call) => call.text('question'))).not.toContain(toNothing.text);
  });
});
