import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { isLater, replyStatuses, type ReplyStatus } from '../../domain/reply/reply-status.ts';
import type { Answer } from './contract.ts';
import type { EventStream } from './event-stream.ts';
import { RefusedRequest } from './refused-request.ts';

const lookMilliseconds = 300;

interface FollowedRun {
  readonly run: AskedRun;
  readonly requestId: string;
}

/** Waits for the end of a run. Throws a `RefusedRequest` when that cannot be waited for. */
export async function answerOf({ run, requestId }: FollowedRun): Promise<Answer> {
  const record = await endOf(run);
  return resultOf(record, { requestId, conversationId: run.conversationId });
}

/** Tells a client each new status and then the end. The run does not notice when the client goes away. */
export async function followRun({
  stream,
  ...followed
}: FollowedRun & { readonly stream: EventStream }): Promise<void> {
  const ended = new AbortController();
  const tell = statusTeller(stream);
  const { run, requestId } = followed;
  const watching = watch(run, tell, AbortSignal.any([ended.signal, stream.gone]));
  try {
    const record = await endOf(run);
    ended.abort();
    await watching;
    for (const { status } of record.statuses) tell(status);
    stream.send('result', resultOf(record, { requestId, conversationId: run.conversationId }));
  } catch (error) {
    ended.abort();
    stream.send(
      'error',
      (error instanceof RefusedRequest ? error : new RefusedRequest('unexpected')).problem,
    );
  }
  stream.end();
}

async function endOf(run: AskedRun): Promise<ReplyRecord> {
  try {
    return await run.row();
  } catch {
    throw new RefusedRequest('not_finished');
  }
}

async function watch(run: AskedRun, tell: (status: ReplyStatus) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await run.status().catch(() => null);
    // Looking at it now and then misses some: what comes before a step has been.
    const upToIt = status ? replyStatuses.slice(0, replyStatuses.indexOf(status) + 1) : [];
    if (!signal.aborted) for (const one of upToIt) tell(one);
    await sleep(lookMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends each status once, and never goes back to an earlier one. */
function statusTeller(stream: EventStream): (status: ReplyStatus) => void {
  let told: ReplyStatus | null = null;
  return (status) => {
    if (told !== null && !isLater(told, status)) return;
    told = status;
    stream.send('status', { status });
  };
}

const page = ({ title, url }: { readonly title: string; readonly url: string | null }) => ({ title, url });

const resultOf = (
  record: ReplyRecord,
  { requestId, conversationId }: { readonly requestId: string; readonly conversationId: string | null },
): Answer => ({
  request_id: requestId,
  answer_id: record.messageId,
  conversation_id: conversationId,
  visitor_id: record.authorId,
  outcome: outcomeOf(record),
  reason: record.reason,
  answer: record.answer,
  message: record.answer === null ? (record.post?.parts.join('\n') ?? null) : null,
  answer_type: record.answerType,
  confidence: record.confidence,
  language: record.language,
  citations: record.citations.map(page),
  nearest_pages: (record.nearest ?? []).map(page),
});

/** Nothing is posted, held back or taken down over HTTP. */
const outcomeOf = ({ status }: ReplyRecord): Answer['outcome'] =>
  status === 'answered' || status === 'unanswered' || status === 'skipped' ? status : 'failed';
