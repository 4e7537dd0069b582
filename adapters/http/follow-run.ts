import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { isLater, replyStatuses, type ReplyStatus } from '../../domain/reply/reply-status.ts';
import type { Answer } from './contract.ts';
import { RefusedRequest } from './refused-request.ts';

/** Who waits sees soon that something happens; each look asks Temporal. */
const firstLooks = { count: 5, milliseconds: 50 };
const lookMilliseconds = 300;

interface FollowedRun {
  readonly run: AskedRun;
  readonly requestId: string;
  /** Called with each status, in order. */
  readonly tell?: (status: ReplyStatus) => void;
  /** Aborts when the client disconnects. */
  readonly disconnected?: AbortSignal;
}

/** Waits for a run, which continues if the client disconnects. Throws a `RefusedRequest` if the wait fails. */
export async function followRun({ run, requestId, tell, disconnected }: FollowedRun): Promise<Answer> {
  const ended = new AbortController();
  const signal = disconnected ? AbortSignal.any([ended.signal, disconnected]) : ended.signal;
  const tellNew = tell && statusTeller(tell);
  const watching = tellNew && watch(run, tellNew, signal);
  try {
    const record = await run.row().catch(() => {
      throw new RefusedRequest('not_finished');
    });
    ended.abort();
    await watching;
    for (const { status } of record.statuses) tellNew?.(status);
    return resultOf(record, { requestId, conversationId: run.conversationId });
  } finally {
    ended.abort();
  }
}

async function watch(run: AskedRun, tell: (status: ReplyStatus) => void, signal: AbortSignal): Promise<void> {
  for (let looks = 1; !signal.aborted; looks += 1) {
    const status = await run.status().catch(() => null);
    // Polling misses statuses, but those before the current one have passed.
    const upToIt = status ? replyStatuses.slice(0, replyStatuses.indexOf(status) + 1) : [];
    if (!signal.aborted) for (const one of upToIt) tell(one);
    const pause = looks < firstLooks.count ? firstLooks.milliseconds : lookMilliseconds;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Passes on each status once, and no earlier one after a later one. */
function statusTeller(tell: (status: ReplyStatus) => void): (status: ReplyStatus) => void {
  let told: ReplyStatus | null = null;
  return (status) => {
    if (told !== null && !isLater(told, status)) return;
    told = status;
    tell(status);
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

/** `generated`, `held` and `removed` do not occur over HTTP. */
const outcomeOf = ({ status }: ReplyRecord): Answer['outcome'] =>
  status === 'answered' || status === 'unanswered' || status === 'skipped' ? status : 'failed';
