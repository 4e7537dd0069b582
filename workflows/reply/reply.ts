import type { ReplyReason, LateReason } from '../../domain/reply/reply-record-status.ts';
import {
  CancellationScope,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { GenerateResult } from '../../activities/reply/reply-record.ts';
import { endOfTrace, type StatusStep } from '../../domain/reply/reply-status.ts';
import { replyStatusQuery, type ReplyInput, type ReplyResult } from '../contract/reply.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf, type Timings } from '../contract/timings.ts';
import { increment, observe } from '../measure.ts';
import { guildOfRun, startChildOnce, startsOfRun } from '../run.ts';
import {
  closingSteps,
  discordSteps,
  failureCode,
  replySteps,
  requireInput,
  withFreshLinks,
} from '../steps.ts';

/**
 * Decides on an answer to one question, then posts it. A failure shows members at most one fixed sentence, and is always recorded
 * with its reason.
 */
export async function replyWorkflow(input: ReplyInput): Promise<ReplyResult> {
  requireInput(input, ['snapshotId']);
  const { snapshotId, deliver = 'post' } = input;
  const timings = timingsOf(input);
  const question = { messageId: snapshotId, guildId: guildOfRun(), timings: input.timings };
  const { closeReply } = closingSteps(timings);
  const { postReply, removeReply, respond } = discordSteps(timings);
  let waitedMilliseconds = 0;
  let at: Pick<StatusStep, 'status' | 'reason'> = { status: 'MODERATING_QUESTION', reason: null };
  setHandler(replyStatusQuery, () => at);
  try {
    const waited = (milliseconds: number) => void (waitedMilliseconds += milliseconds);
    let result = await generate(input, { timings, waited }).catch((error: unknown) =>
      closeReply({ snapshotId, reason: failureCode(error) }),
    );
    at = endOfTrace(result.reason);
    if (result.status === 'held') await startChildOnce(startsOfRun().review(question));
    if (deliver === 'respond') {
      setCurrentDetails(`Answering the command: ${result.reason}`);
      result = { ...(await respond({ messageId: snapshotId })), post: false };
    } else if (result.post && deliver === 'post') {
      setCurrentDetails(`Posting: ${result.reason}`);
      result = await postReply({ messageId: snapshotId }).then(
        (posted) => ({ ...posted, post: false }),
        (error: unknown) => giveUp(`post_${failureCode(error)}`),
      );
    }
    at = endOfTrace(result.reason);
    measure({ ...result, waitedMilliseconds });
    return end(snapshotId, result);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => giveUp('cancelled'));
      measure({ status: 'cancelled', reason: 'cancelled', waitedMilliseconds });
    }
    throw error;
  }

  /** Removes half an answer, or a thread without one. */
  async function giveUp(reason: ReplyReason): Promise<GenerateResult> {
    at = endOfTrace(reason);
    const closed = await closeReply({ snapshotId, reason });
    // If removing fails as well, the log says so; the reply has failed in any case.
    if (deliver === 'post')
      await removeReply({ messageId: snapshotId, because: 'failed' }).catch(failureCode);
    return closed;
  }
}

/** Waits for a cooldown, or for people who may answer first, and takes into account what happened meanwhile. */
async function generate(
  { snapshotId, deliver = 'post' }: ReplyInput,
  { timings, waited }: { readonly timings: Timings; readonly waited: (milliseconds: number) => void },
): Promise<GenerateResult> {
  const { generateReply } = replySteps(timings);
  const { lookAgain, refreshLinks } = discordSteps(timings);
  let late: LateReason | null = null;
  for (;;) {
    setCurrentDetails('Deciding on an answer');
    const result = await withFreshLinks(
      (linksRefreshed) =>
        generateReply({
          snapshotId,
          deliver: deliver === 'post' ? deliver : 'record',
          linksRefreshed,
          ...(late !== null && { late }),
        }),
      () => refreshLinks({ snapshotId }),
    );
    if (result.waitMilliseconds === undefined) return result;
    setCurrentDetails(`Waiting: ${result.reason}`);
    await sleep(result.waitMilliseconds);
    waited(result.waitMilliseconds);
    ({ late } = await lookAgain({ snapshotId }));
  }
}

function end(messageId: string, { status, reason }: GenerateResult): ReplyResult {
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: status }]);
  setCurrentDetails(`${status}: ${reason}`);
  return { messageId, status, reason };
}

function measure({
  status: outcome,
  reason,
  waitedMilliseconds,
}: {
  readonly status: GenerateResult['status'] | 'cancelled';
  readonly reason: ReplyReason;
  readonly waitedMilliseconds: number;
}): void {
  increment('steward_questions_total', { outcome, reason });
  const result = outcome === 'answered' ? 'answered' : outcome === 'failed' ? 'error' : 'skipped';
  increment('ai_requests_total', { result });
  const milliseconds = Math.max(0, Date.now() - workflowInfo().startTime.getTime() - waitedMilliseconds);
  observe('steward_reply_duration_seconds', { outcome }, milliseconds / 1_000);
}
