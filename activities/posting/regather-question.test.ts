import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { testSnapshot } from '../../test/support/steps/graph-context.ts';
import { regatherQuestion } from './regather-question.ts';

async function asked() {
  const { records, erasure } = await openIn(testFolder());
  const { id, batch } = testSnapshot;
  await records.claim({ owner: id, messageIds: [id], snapshot: testSnapshot, reason: 'reply' });
  await records.insertReplyRecord(
    replyRecord(id, { status: 'unanswered', reason: 'not_covered', post: null }),
  );
  const edited = { ...batch[0], text: 'How do I set the port, again?' };
  const chat = { fetchMessage: async () => edited, fetchAround: async () => [edited] };
  const config = configSchema.parse({ budget: { requests_per_member_per_hour: 2 } });
  const edit = (editedMilliseconds: number) =>
    regatherQuestion({ records, chat, config, now: () => new Date() } as never, {
      messageId: id,
      editedMilliseconds,
    });
  return { erasure, edit };
}

it('an edit of a question whose asker was forgotten leads to no new answer', async () => {
  const { erasure, edit } = await asked();
  await erasure.erase({ userId: testSnapshot.author.id });
  expect(await edit(Date.now())).toEqual({ state: 'nothing_to_revise', reason: 'deleted' });
});

it('edits of one member lead to so many new answers an hour, a retry counts once', async () => {
  const { edit } = await asked();
  for (const at of [1, 1, 2]) expect(await edit(at)).toMatchObject({ state: 'ready' });
  expect(await edit(3)).toEqual({ state: 'nothing_to_revise', reason: 'too_often' });
});
