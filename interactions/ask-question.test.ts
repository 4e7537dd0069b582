import { expect, it } from 'vitest';
import { openIn, testFolder } from '../test/support/storage/test-store.ts';
import { author, replyRecord } from '../test/support/values/messages.ts';
import { askQuestion } from './ask-question.ts';

it('a question in a conversation whose asker is forgotten while it is read starts no answer', async () => {
  const now = () => new Date('2026-02-01T00:00:00Z');
  const { records, erasure } = await openIn(testFolder(), { now });
  const started: unknown[] = [];
  const runs = {
    startReply: async (start: unknown) => started.push(start),
    replyStatus: async () => null,
    ended: async () => undefined,
  };
  const ask = (requestId: string, isNew: boolean, over: Partial<typeof records> = {}) =>
    askQuestion({ records: { ...records, ...over }, runs, now } as never, {
      requestId,
      question: 'How?',
      author: author('anna'),
      conversation: { channelId: 'page', id: 'c1', isNew },
    });
  await ask('1', true);
  await records.insertReplyRecord(replyRecord('ask-1', { threadId: 'c1', answer: 'So.' }));
  const forgets: typeof records.claim = async (claim) => {
    await erasure.erase({ userId: 'anna' });
    return records.claim(claim);
  };
  await expect(ask('2', false, { claim: forgets })).rejects.toMatchObject({
    code: 'person_forgotten',
    kind: 'transient',
  });
  expect(started).toHaveLength(1);
});
