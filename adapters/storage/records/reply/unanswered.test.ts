import { expect, it } from 'vitest';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { entry, openIn, testDatabase, testFolder } from '../../../../test/support/storage/test-store.ts';
import { createQuestionRecords } from './question-records.ts';
import { createReplyRecords } from './reply-records.ts';

const start = new Date('2026-02-01T00:00:00Z');

it('unanswered are the questions of members since a time that found no answer, whatever the cause', async () => {
  const database = await testDatabase();
  const records = { ...createReplyRecords(database), ...createQuestionRecords(database) };
  const rows: readonly Partial<ReplyRecord>[] = [
    { status: 'unanswered', reason: 'not_covered' },
    { status: 'unanswered', reason: 'budget_spent' },
    { status: 'failed', reason: 'model_unauthorized' },
    { status: 'failed', reason: 'cancelled' },
    { status: 'answered' },
    { status: 'skipped', reason: 'not_a_question' },
    { status: 'unanswered', reason: 'not_covered', guildId: 'ask', channelId: 'ask', authorId: 'http-site' },
    { status: 'unanswered', reason: 'not_covered', guildId: 'ask', channelId: 'help', authorId: 'evaluator' },
    { status: 'unanswered', reason: 'out_of_scope' },
    { status: 'failed', reason: 'model_unauthorized', question: '@steward thank you' },
    { status: 'unanswered', reason: 'not_covered', authorId: 'forgotten' },
    { status: 'unanswered', reason: 'not_covered', createdAt: '2026-01-31T23:59:59.000Z' },
  ];
  for (const [at, over] of rows.entries()) await records.insertReplyRecord(replyRecord(String(at), over));
  const open = await records.unansweredSince(start);
  expect(open.map(({ reason, link, authorId }) => [reason, link, authorId])).toEqual([
    ['not_covered', 'https://discord.com/channels/guild/help/0', 'anna'],
    ['budget_spent', 'https://discord.com/channels/guild/help/1', 'anna'],
    ['model_unauthorized', 'https://discord.com/channels/guild/help/2', 'anna'],
    ['not_covered', null, 'http-site'],
  ]);
});

it('what the team has answered since is not unanswered any more, unless that was retracted', async () => {
  const { records, library } = await openIn(testFolder());
  const ask = (messageId: string, question: string) =>
    records.insertReplyRecord(
      replyRecord(messageId, { question, status: 'unanswered', reason: 'not_covered', threadId: '900' }),
    );
  await ask('11', 'How do I set the port?');
  await ask('12', 'How do I set the theme?');
  await ask('13', 'How do I set the key?');
  const capture = (second: number, text: string, messageIds: readonly string[]) =>
    library.appendRaw(
      entry(second, {
        messageIds,
        turns: [
          { label: 'User', text },
          { label: 'Team', text: 'So.' },
        ],
      }),
      start,
    );
  await capture(1, 'It is the port', ['11', '21']);
  await capture(2, 'setting the theme', ['22', '23']);
  const { qaId } = await capture(3, 'How do I set the key?', ['13', '24']);
  const open = async () =>
    (await records.unansweredSince(start)).map(({ messageId, link }) => [messageId, link]);
  expect(await open()).toEqual([]);
  await library.retract({ qaIds: [qaId], now: start });
  expect(await open()).toEqual([['13', 'https://discord.com/channels/guild/900/13']]);
});
