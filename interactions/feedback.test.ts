import { expect, it } from 'vitest';
import { openIn, testFolder } from '../test/support/storage/test-store.ts';
import { replyRecord } from '../test/support/values/messages.ts';
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
  const found = () => records.earlierAnswers({ question: 'port', since: new Date(0), limit: 1 });
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
