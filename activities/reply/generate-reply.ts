import type { LateReason } from '../../domain/reply/reply-record-status.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { admit, courtesyPost, maySay, refusalPost } from './admission.ts';
import { attemptAnswer, type GraphDeps } from './attempt-answer.ts';
import {
  resultOf,
  replyFields,
  replyRecordOf,
  type ReplyOutcome,
  type GenerateResult,
} from './reply-record.ts';
import { requestTimeOf } from './request-time.ts';
import { writeAnswer } from './write-answer.ts';

export interface GenerateInput {
  readonly snapshotId: string;
  readonly deliver?: 'post' | 'record';
  /** The links to the conversation's files were fetched again for this attempt. */
  readonly linksRefreshed?: boolean;
  /** Why the question needs no reply any more, as found after a wait. */
  readonly late?: LateReason | null;
}

/**
 * Decides on one question and writes its row. Runs at least once: an existing row is returned without a model call, so
 * that a retry or a Reset posts the same answer.
 */
export async function generateReply(
  deps: GraphDeps,
  { snapshotId, deliver = 'post', linksRefreshed = false, late = null }: GenerateInput,
): Promise<GenerateResult> {
  const requestTime = requestTimeOf(deps.config.ai_response);
  const existing = await deps.records.replyRecord(snapshotId);
  if (existing) return resultOf(existing);
  const snapshot = await requireSnapshot(deps, snapshotId);
  const reason = snapshot.batch.length === 0 ? 'deleted' : late;
  if (reason !== null) return leave(deps, snapshot, { reason });
  const courtesy = courtesyPost(deps, snapshot);
  if (courtesy) return leave(deps, snapshot, { ...courtesy, deliver });
  const generation = await deps.library.liveGeneration();
  const admission = await admit(deps, snapshot);
  switch (admission.outcome) {
    case 'decided':
      return generateReply(deps, { snapshotId });
    case 'wait': {
      const { reason, milliseconds } = admission;
      return { status: 'skipped', reason, post: false, waitMilliseconds: milliseconds };
    }
    case 'refused': {
      const { reason } = admission;
      const post = refusalPost(deps, { reason, snapshot });
      return leave(deps, snapshot, { reason, post, deliver });
    }
    case 'admitted': {
      const pinned = { snapshot, generation };
      const answer = await attemptAnswer(deps, { ...pinned, linksRefreshed, requestTime });
      return resultOf(await writeAnswer(deps, { ...pinned, ...answer, deliver }));
    }
  }
}

/** Writes the row of a question that does not reach the graph. */
async function leave(
  deps: ReplyDeps,
  snapshot: Snapshot,
  outcome: Pick<ReplyOutcome, 'reason' | 'post' | 'deliver'>,
): Promise<GenerateResult> {
  const says = outcome.post && (await maySay(deps, snapshot));
  const record = await deps.records.insertReplyRecord(
    replyRecordOf(deps, snapshot, says ? outcome : { ...outcome, post: null }),
  );
  deps.log.info(replyFields(record), 'question_left');
  return resultOf(record);
}
