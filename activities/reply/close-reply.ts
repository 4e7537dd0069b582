import type { ReplyReason } from '../../domain/reply/reply-record-status.ts';
import type { ReplyDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { refusalPost } from './admission.ts';
import { replyFields, replyRecordOf, resultOf, type GenerateResult } from './reply-record.ts';

/**
 * Records why there was no reply, when retries are spent or the run was cancelled. A member who asked directly reads
 * one fixed sentence, never the cause. The row lists the calls that were made.
 */
export async function closeReply(
  deps: ReplyDeps,
  { snapshotId, reason }: { readonly snapshotId: string; readonly reason: ReplyReason },
): Promise<GenerateResult> {
  const existing = await deps.records.replyRecord(snapshotId);
  // A decision that an attempt made before it died counts.
  if (existing && reason !== 'cancelled' && !reason.startsWith('post_')) return resultOf(existing);
  if (existing) {
    await deps.records.setStatus(snapshotId, { status: 'failed', reason, now: deps.now() });
    return { status: 'failed', reason, post: false };
  }
  const snapshot = await requireSnapshot(deps, snapshotId);
  const post = reason === 'cancelled' ? null : refusalPost(deps, { reason, snapshot });
  const status = post ? 'generated' : reason === 'budget_spent' ? 'unanswered' : 'failed';
  const modelCalls = await deps.records.callsOf(snapshotId);
  const record = replyRecordOf(deps, snapshot, { reason, post, status, modelCalls });
  deps.log.warn(replyFields(record), 'reply_given_up');
  return resultOf(await deps.records.insertReplyRecord(record));
}
