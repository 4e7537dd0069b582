import { expect, it } from 'vitest';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { testDatabase } from '../testing.ts';
import { createReplyRecords } from './reply-records.ts';

const start = new Date('2026-02-01T00:00:00Z');

it('unanswered are the questions of members since a time that found no answer, whatever the cause', async () => {
  const records = createReplyRecords(testDatabase(), () => start);
  const rows: readonly Partial<ReplyRecord>[] = [
    { status: 'unanswered', reason: 'not_covered' },
    { status: 'unanswered', reason: 'budget_spent' },
    { status: 'failed', reason: 'model_unauthorized' },
    { status: 'failed', reason: 'cancelled' },
    { status: 'answered' },
    { status: 'skipped', reason: 'not_a_question' },
    { status: 'unanswered', reason: 'not_covered', guildId: 'ask' },
    { status: 'unanswered', reason: 'not_covered', authorId: 'forgotten' },
    { status: 'unanswered', reason: 'not_covered', createdAt: '2026-01-31T23:59:59.000Z' },
  ];
  for (const [at, over] of rows.entries()) await records.insertReplyRecord(replyRecord(String(at), over));
  expect(await records.droppedSince(start)).toMatchObject([{ messageId: '5', reason: 'not_a_question' }]);
  const found = await records.unansweredSince(start);
  expect(found.map(({ reason }) => reason)).toEqual(['not_covered', 'budget_spent', 'model_unauthorized']);
});
