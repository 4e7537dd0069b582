import { expect, it } from 'vitest';
import type { ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import type { ReplyDeps } from '../deps.ts';
import { closeReply } from './close-reply.ts';

async function closed(reason: ReplyReason, row: Parameters<typeof replyRecord>[1] = {}) {
  const now = () => new Date('2026-02-01T00:00:00Z');
  const { records } = await openIn(testFolder(), { now });
  await records.insertReplyRecord(replyRecord('1', row));
  // For a row that exists, the step needs no other dependency.
  const decision = await closeReply({ records, now } as ReplyDeps, { snapshotId: '1', reason });
  return { decision, row: await records.replyRecord('1') };
}

it('an answer that was written before its last attempt died is posted', async () => {
  expect(await closed('step_timed_out')).toMatchObject({
    decision: { status: 'generated', reason: 'answered', post: true },
    row: { status: 'generated', reason: 'answered' },
  });
});

it('silence that was decided on before the last attempt died stays silence', async () => {
  const silence = { status: 'unanswered', reason: 'not_covered', post: null } as const;
  expect(await closed('model_unavailable', silence)).toMatchObject({
    decision: { status: 'unanswered', reason: 'not_covered', post: false },
    row: { status: 'unanswered', reason: 'not_covered' },
  });
});

it.each(['cancelled', 'post_chat_forbidden'] as const)('an answer is not posted after %s', async (reason) => {
  expect(await closed(reason)).toMatchObject({
    decision: { status: 'failed', reason, post: false },
    row: { status: 'failed', reason },
  });
});
