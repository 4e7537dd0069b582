import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { testSnapshot } from '../../test/support/steps/graph-context.ts';
import { regatherQuestion } from './regather-question.ts';

it('an edit of a question whose asker was forgotten leads to no new answer', async () => {
  const { records, erasure } = await openIn(testFolder());
  const { id, author, batch } = testSnapshot;
  await records.claim({ owner: id, messageIds: [id], snapshot: testSnapshot, reason: 'reply' });
  await records.insertReplyRecord(
    replyRecord(id, { status: 'unanswered', reason: 'not_covered', post: null }),
  );
  await erasure.erase({ userId: author.id });
  const edited = { ...batch[0], text: 'How do I set the port, again?' };
  const chat = { fetchMessage: async () => edited, fetchAround: async () => [edited] };
  const edit = { messageId: id, editedMilliseconds: Date.now() };
  expect(await regatherQuestion({ records, chat } as never, edit)).toEqual({
    state: 'nothing_to_revise',
    reason: 'forgotten',
  });
});
