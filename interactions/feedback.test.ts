import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { textsFor } from '../config/texts-for.ts';
import { openIn, testFolder } from '../test/support/storage/test-store.ts';
import { message, replyRecord } from '../test/support/values/messages.ts';
import { createInteractionHandlers } from './create-handlers.ts';
import type { HandlerDeps } from './handler.ts';
import { saveVote } from './feedback.ts';

const checks = ['numbers', 'dates_and_times', 'negation', 'entities', 'quantifiers'] as const;
const more = ['conditions', 'connectives', 'modifiers'] as const;
const confirmed = Object.fromEntries([...checks, ...more].map((check) => [check, true]));

const first = replyRecord('1', {
  question: 'Which port?',
  authorId: 'anna',
  status: 'answered',
  answer: '80.',
});
const again = replyRecord('2', {
  authorId: 'ben',
  status: 'answered',
  answer: '80.',
  reason: 'recalled',
  decisions: [{ decision: 'RecallDecision', value: { ...confirmed, candidate: '1' } }],
});

async function opened() {
  const { records } = await openIn(testFolder());
  const sources = [{ sourceId: 'kb:a.md', contentHash: 'x' }];
  await records.insertReplyRecord(first, { recall: { language: 'eng', sources } });
  await records.insertReplyRecord(again);
  const found = () => records.helpfulAnswers({ question: 'port', since: new Date(0), limit: 1 });
  const votes = async () => (await found()).flatMap((earlier) => earlier.votes.map(({ userId }) => userId));
  return { records, found, votes };
}

const helpful = { helpful: true, byTeam: false } as const;

it('what members find helpful in a repeated answer counts for the first one, each person once', async () => {
  const { records, votes } = await opened();
  await saveVote(records, first, { userId: 'cleo', ...helpful });
  for (const userId of ['cleo', 'dora', 'eve']) await saveVote(records, again, { userId, ...helpful });
  expect(await votes()).toEqual(['cleo', 'dora', 'eve']);
});

it('who asked approves neither', async () => {
  const { records, votes } = await opened();
  await saveVote(records, again, { userId: 'ben', ...helpful });
  expect(await votes()).toEqual([]);
});

it("the team's no to the repeated answer takes the first one out of recall", async () => {
  const { records, found } = await opened();
  await saveVote(records, again, { userId: 'maya', helpful: true, byTeam: true });
  expect(await found()).toHaveLength(1);
  await saveVote(records, again, { userId: 'maya', helpful: false, byTeam: true });
  expect(await found()).toEqual([]);
});

it('a vote counts where the first answer is gone', async () => {
  const { records } = await opened();
  const orphan = {
    ...again,
    decisions: [{ decision: 'RecallDecision', value: { ...confirmed, candidate: '9' } }],
  };
  await expect(saveVote(records, orphan, { userId: 'cleo', ...helpful })).resolves.toBeUndefined();
});

describe('a call for a person', () => {
  const hour = 3_600_000;

  async function asked() {
    let now = Date.parse(first.createdAt);
    const { records } = await openIn(testFolder(), { now: () => new Date(now) });
    const started: string[] = [];
    const { config } = loadConfig({ path: null, env: {}, dotenvPath: null });
    const handlers = createInteractionHandlers({
      records,
      config,
      texts: textsFor(config)(null).desk,
      runs: { startHelp: async ({ messageId }: { messageId: string }) => started.push(messageId) },
      now: () => new Date(now),
    } as unknown as HandlerDeps);
    let pressed = 0;
    const press = async (by: string, target: string, over: object = { kind: 'ask_human' }) => {
      pressed += 1;
      const actor = { id: by, name: by, isTeam: false, moderates: false, moderatesServer: false };
      const { location } = message(1);
      const request = { target, requestId: String(pressed), actor, location, ...over };
      return (await handlers.handle(request as never))?.text ?? '';
    };
    const answerTo = (messageId: string) => records.insertReplyRecord({ ...first, messageId });
    const passes = (milliseconds: number) => void (now += milliseconds);
    return { started, press, answerTo, passes };
  }

  it('below 25 answers by one member reaches the helpers once', async () => {
    const { started, press, answerTo } = await asked();
    for (let at = 1; at <= 25; at += 1) {
      await answerTo(`q${at}`);
      expect(await press('dora', `q${at}`)).toMatch(at === 1 ? /told the team/ : /too often/);
    }
    expect(started).toEqual(['q1']);
  });

  it('by many members reaches them five times an hour in a channel', async () => {
    const { started, press, answerTo, passes } = await asked();
    for (let at = 1; at <= 7; at += 1) {
      await answerTo(`q${at}`);
      await press(`member ${at}`, `q${at}`);
    }
    expect(started).toHaveLength(5);
    passes(hour + 1);
    expect(await press('member 7', 'q7')).toMatch(/told the team/);
  });

  it('is for everybody; who presses another button reads for whom it is', async () => {
    const { press, answerTo } = await asked();
    await answerTo('q1');
    expect(await press('dora', 'q1', { kind: 'remove' })).toMatch(/the team, or for the person who asked/);
    expect(await press('dora', 'q1', { kind: 'correct', text: 'No.' })).toBe('This is for the team.');
  });

  it('below an old or a solved answer reaches nobody', async () => {
    const { started, press, answerTo, passes } = await asked();
    await answerTo('q1');
    await press('cleo', 'q1', { kind: 'vote', helpful: true, reason: null });
    expect(await press('dora', 'q1')).toMatch(/told the team/);
    await answerTo('q2');
    await press('anna', 'q2', { kind: 'vote', helpful: true, reason: null });
    expect(await press('eve', 'q2')).toMatch(/solved/);
    await answerTo('q3');
    passes(13 * hour);
    expect(await press('ben', 'q3')).toMatch(/old/);
    expect(started).toEqual(['q1']);
  });

  it('and any other press of one member ends at a number an hour', async () => {
    const { press, answerTo } = await asked();
    await answerTo('q1');
    const votes: string[] = [];
    for (let at = 1; at <= 61; at += 1)
      votes.push(await press('dora', 'q1', { kind: 'vote', helpful: at % 2 === 0, reason: null }));
    expect(votes.filter((text) => /too often/.test(text))).toHaveLength(1);
    expect(await press('dora', 'dora', { kind: 'forget_me', confirmed: false })).toMatch(/too often/);
    expect(await press('eve', 'q1', { kind: 'vote', helpful: true, reason: null })).toMatch(/Thank you/);
  });
});
