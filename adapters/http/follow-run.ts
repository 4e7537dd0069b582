import { setTimeout as sleep } from 'node:timers/promises';
import type { Interaction } from '../../domain/reply/interaction.ts';
import type { AskedRun } from '../../domain/ports/desk.ts';
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
    const row = await run.row;
    ended.abort();
    await watching;
    for (const { status } of row.statuses) tell(status);
    stream.send('result', resultOf(row, requestId));
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

/** Sends each status once, and none that comes before one that was sent. */
function statusTeller(stream: EventStream): (status: ReplyStatus) => void {
  let told: ReplyStatus | null = null;
  return (status) => {
    if (told !== null && !isLater(told, status)) return;
    told = status;
    stream.send('status', { status });
  };
}

const resultOf = (row: Interaction, requestId: string) => ({
  request_id: requestId,
  outcome: row.status,
  reason: row.reason,
  answer: row.answer,
  answer_type: row.answerType,
  confidence: row.confidence,
  language: row.language,
  citations: row.citations.map(({ title, url }) => ({ title, url })),
});
