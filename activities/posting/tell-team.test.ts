import { expect, it, vi } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import type { Records } from '../../domain/ports/records.ts';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { openTestDiscord } from '../../test/support/discord/scene.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import type { NoticeDeps } from '../deps.ts';
import { tellTeam } from './tell-team.ts';

const dayMilliseconds = 86_400_000;
/** A second into the Monday of this week: Discord's own clock is the real one. */
const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
const monday = new Date(today - ((new Date(today).getUTCDay() + 6) % 7) * dayMilliseconds + 1_000);
const hoursBefore = (hours: number) => new Date(monday.getTime() - hours * 3_600_000).toISOString();

async function openDesk() {
  const discord = await openTestDiscord();
  const team = discord.channelId('staff');
  const { chat } = await connectDiscord(discord);
  const store = await openIn(testFolder(), { now: () => monday });
  const config = configSchema.parse({
    discord: { team_channel_id: team, channels: { help: {} } },
  });
  const deps: NoticeDeps = {
    ...openSteps({ store, decide: () => ({ text: '', questions: [] }), now: () => monday }),
    chat,
    config,
    runs: { stuck: async () => [] },
    channelFor: () => null,
    textsFor: textsFor(config),
    texts: textsFor(config)(null),
  };
  return { discord, deps, records: store.records, told: () => discord.postsIn(team) };
}

/** Dies once, right after Discord has the message. */
function dyingAfterPost(records: Records): Records {
  let isDead = false;
  return {
    ...records,
    rememberPostFor: async (...given) => {
      if (isDead) return records.rememberPostFor(...given);
      isDead = true;
      throw new Error('killed');
    },
  };
}

it('the week is told once, although the step died after it had posted and the numbers have changed since', async () => {
  const { deps, records, told } = await openDesk();
  const ask = (id: string, over: Parameters<typeof replyRecord>[1]) =>
    records.insertReplyRecord(replyRecord(id, { createdAt: hoursBefore(5), ...over }));
  await ask('11', { status: 'answered' });
  await ask('12', { question: 'Which port?', status: 'unanswered', reason: 'not_covered' });
  const dying = { ...deps, records: dyingAfterPost(records) };
  await expect(tellTeam(dying)).rejects.toThrow('killed');
  await records.vote({ messageId: '11', userId: 'ben', helpful: true, byTeam: false });
  // Discord forgets a nonce within minutes.
  const post: typeof deps.chat.post = (given) => deps.chat.post({ ...given, nonce: `${given.nonce}-` });
  const later = { ...dying, chat: { ...deps.chat, post } };
  expect(await tellTeam(later)).toEqual({ told: ['digest'] });
  expect(await tellTeam(later)).toEqual({ told: [] });
  expect(told()).toHaveLength(1);
  const [report] = told();
  expect(report?.content).toContain('- Not answered: 1 not covered');
  expect(report?.content).toContain('1. 1 asker');
});

it('however many questions the last day had, all of them count, read by pages', async () => {
  const { deps, records, told } = await openDesk();
  const ask = (id: string, over: Parameters<typeof replyRecord>[1]) =>
    records.insertReplyRecord(replyRecord(id, over));
  await ask('100', { status: 'failed', reason: 'model_unauthorized', createdAt: hoursBefore(23) });
  for (let at = 101; at < 1_101; at += 1) await ask(String(at), { createdAt: hoursBefore(1) });
  const read = vi.spyOn(deps.records, 'replyRecordsWhere');
  await tellTeam(deps);
  for (const [wanted] of read.mock.calls) expect(wanted.limit).toBeLessThanOrEqual(1_000);
  expect(told().map(({ content }) => content)).toContainEqual(expect.stringContaining('refused 1 question'));
});
