import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import { isLater, replyStatuses, type ReplyStatus } from '../../domain/reply/reply-status.ts';
import type { EventStream } from './event-stream.ts';

const lookMilliseconds = 300;

/** Tells a client each new status and then the end. The run does not notice when the client goes away. */
export async function followRun({
  run,
  stream,
  requestId,
}: {
  readonly run: AskedRun;
  readonly stream: EventStream;
  readonly requestId: string;
}): Promise<void> {
  const ended = new AbortController();
  const tell = statusTeller(stream);
  const watching = watch(run, tell, AbortSignal.any([ended.signal, stream.gone]));
  try {
    const record = await run.row();
    ended.abort();
    await watching;
    for (const { status } of record.statuses) tell(status);
    stream.send('result', resultOf(record, requestId));
  } catch {
    ended.abort();
    const message = 'The answer cannot be waited for right now. Ask again with the same request_id.';
    stream.send('error', { code: 'not_finished', message });
  }
  stream.end();
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

const resultOf = (record: ReplyRecord, requestId: string) => ({
  request_id: requestId,
  outcome: record.status,
  reason: record.reason,
  answer: record.answer,
  answer_type: record.answerType,
  confidence: record.confidence,
  language: record.language,
  citations: record.citations.map(({ title, url }) => ({ title, url })),
});
