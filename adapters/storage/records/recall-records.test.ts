import { expect, it } from 'vitest';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { testDatabase } from '../../../test/support/storage/test-store.ts';
import { createRecords } from './records.ts';

const asked = new Date('2026-02-01T00:00:00Z');

const row = (messageId: string, question: string, over: Partial<ReplyRecord> = {}): ReplyRecord =>
  replyRecord(messageId, {
    question,
    status: 'answered',
    post: null,
    answer: 'So.',
    answerType: 'answer',
    ...over,
  });

const sources = [{ sourceId: 'kb:a.md', contentHash: 'hash' }];

async function opened(questions: Readonly<Record<string, string>>) {
  const records = createRecords(await testDatabase(), () => asked);
  for (const [messageId, question] of Object.entries(questions)) {
    await records.insertReplyRecord(row(messageId, question), { recall: { language: 'eng', sources } });
  }
  const alike = async (question: string, since = asked) => {
    const found = await records.earlierAnswers({ question, since, limit: 10 });
    return found.map(({ record }) => record.messageId);
  };
  return { records, alike };
}

it('earlier answers are found by their questions, the most alike first', async () => {
  const { alike } = await opened({ 1: 'How do I set the port?', 2: 'Which port is set?', 3: 'A lamp?' });
  expect(await alike('setting ports, how do I do that')).toEqual(['1', '2']);
  expect(await alike('?')).toEqual([]);
  expect(await alike('port', new Date(asked.getTime() + 1))).toEqual([]);
});

it('an answer comes with its sources and the newest vote of each person', async () => {
  const { records } = await opened({ 1: 'Which port?' });
  const vote = { messageId: '1', userId: 'ben', byTeam: false };
  await records.vote({ ...vote, helpful: true });
  await records.vote({ ...vote, helpful: false });
  await records.vote({ messageId: '1', userId: 'maya', helpful: true, byTeam: true });
  const [found] = await records.earlierAnswers({ question: 'port', since: asked, limit: 1 });
  expect(found).toMatchObject({ language: 'eng', sources });
  expect(found?.votes).toEqual([
    { ...vote, helpful: false },
    { messageId: '1', userId: 'maya', helpful: true, byTeam: true },
  ]);
});

it('a vote on nothing is refused', async () => {
  const { records } = await opened({});
  const vote = { messageId: '9', userId: 'ben', helpful: true, byTeam: false };
  await expect(records.vote(vote)).rejects.toMatchObject({ kind: 'final', code: 'interaction_unknown' });
});

it('an answer that was dropped does not come back', async () => {
  const { records, alike } = await opened({ 1: 'Which port?' });
  await records.dropFromRecall('1');
  await records.insertReplyRecord(row('1', 'Which port?'), { recall: { language: 'eng', sources } });
  expect(await alike('port')).toEqual([]);
});

it('what has no answer is not kept', async () => {
  const { records, alike } = await opened({});
  const unanswered = row('1', 'Which port?', { answer: null });
  await records.insertReplyRecord(unanswered, { recall: { language: null, sources } });
  expect(await alike('port')).toEqual([]);
});
