import { expect, it } from 'vitest';
import { replyRecord } from '../../test/support/values/messages.ts';
import { mondayOf } from '../values/time.ts';
import { moderatorStatistics } from './moderator-statistics.ts';

const call = { decision: 'd', model: 'm', inputTokens: 1, outputTokens: 1, milliseconds: 1 };

it('counts questions by week and channel, and leaves out what was none', () => {
  const took = (milliseconds: number) => ({ nodeTimes: [{ node: 'generate', milliseconds }] });
  const records = [
    replyRecord('1', { status: 'answered', ...took(1_000) }),
    replyRecord('2', { status: 'removed', ...took(3_000) }),
    replyRecord('3', { status: 'unanswered', reason: 'not_covered', channelId: 'lounge' }),
    replyRecord('4', { status: 'failed', reason: 'model_timeout', createdAt: '2027-01-01T00:00:00.000Z' }),
    replyRecord('5', { status: 'skipped', reason: 'not_a_question' }),
    replyRecord('6', { status: 'answered', authorId: 'evaluator' }),
    replyRecord('7', { status: 'unanswered', reason: 'out_of_scope' }),
    replyRecord('8', { status: 'held' }),
  ];
  const vote = { byTeam: false, helpful: true };
  const votes = [
    { messageId: '1', userId: 'anna', ...vote },
    { messageId: '2', userId: 'ben', ...vote },
    { messageId: '3', userId: 'ben', ...vote, helpful: false },
  ];
  const { all, weeks, channels } = moderatorStatistics(records, votes);
  const counted = { asked: 4, answered: 2, helpful: 2, notHelpful: 1, medianTime: 3_000, costUsd: 0 };
  expect(all).toEqual(counted);
  expect(weeks.map(([week, { asked }]) => [week, asked])).toEqual([
    [mondayOf(new Date(records[0]?.createdAt ?? 0)), 3],
    ['2026-12-28', 1],
  ]);
  expect(channels.map(([channel, { asked }]) => [channel, asked])).toEqual([
    ['help', 3],
    ['lounge', 1],
  ]);
});

it('a cost that is unknown leaves the sum unknown', () => {
  const [priced, unpriced] = [0.5, null].map((costUsd, at) =>
    replyRecord(String(at), { status: 'answered', modelCalls: [{ ...call, costUsd }] }),
  );
  if (!priced || !unpriced) throw new Error('two records');
  expect(moderatorStatistics([priced, priced], []).all.costUsd).toBe(1);
  expect(moderatorStatistics([priced, unpriced], []).all.costUsd).toBeNull();
});
