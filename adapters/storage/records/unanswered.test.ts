import { expect, it } from 'vitest';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { message, replyRecord } from '../../../test/support/values/messages.ts';
import { testDatabase } from '../testing.ts';
import { createMessageRecords } from './message-records.ts';
import { createReplyRecords } from './reply-records.ts';
import { createSnapshotRecords } from './snapshot-records.ts';

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

it('dropped are the messages of members since a time that a gate took for no question, until they expire', async () => {
  const database = testDatabase();
  const records = {
    ...createReplyRecords(database, () => start),
    ...createMessageRecords(database, () => start),
  };
  const snapshots = createSnapshotRecords(database, () => start);
  const say = async (hours: number, reason: string, expiresHours = 24) => {
    const at = new Date(start.getTime() + hours * 3_600_000);
    const said = message(hours, {
      id: snowflakeAt(at),
      text: `${reason} ${hours}`,
      createdAt: at.toISOString(),
    });
    await records.saveMessage(said, new Date(start.getTime() + expiresHours * 3_600_000));
    await snapshots.claim({ runChain: said.id, messageIds: [said.id], snapshot: null, reason });
    return said.id;
  };
  await say(-1, 'chatter');
  const first = await say(0, 'chatter');
  const second = await say(1, 'chatter');
  await say(2, 'not_mentioned');
  await say(3, 'chatter', -1);
  await records.markDeleted(await say(4, 'chatter'));
  await records.insertReplyRecord(replyRecord('5', { status: 'skipped', reason: 'not_answerable' }));
  const dropped = await records.droppedSince(start);
  expect(dropped.map(({ messageId, question, reason }) => [messageId, question, reason])).toEqual([
    [first, 'chatter 0', 'chatter'],
    [second, 'chatter 1', 'chatter'],
    ['5', expect.any(String), 'not_answerable'],
  ]);
});
