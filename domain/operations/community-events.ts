import type { RegenerationCounts } from '../team/regeneration-counts.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { SettledOutcome } from '../team/qa-pair.ts';

/*
 * The events that a demo reports. With `--json` each is one object per line with these names, so renaming one changes the
 * output. Texts are verbatim: the caller has to make them safe for printing.
 */

const failed = (workflowId: string, reason: string) =>
  ({ event: 'failed', workflow_id: workflowId, reason }) as const;

/** The event for a reply's row, as the demo and `ask` report it. */
export function replyEvent(record: ReplyRecord | null, workflowId: string) {
  if (!record) return failed(workflowId, 'no record');
  const { status, question, post } = record;
  const reason: string = record.reason;
  if (status === 'failed' && !post) return failed(workflowId, reason);
  if (status === 'skipped' || !post) {
    const nearest: readonly string[] = (record.nearest ?? []).map(({ title }) => title);
    return {
      event: 'skipped',
      question,
      reason,
      /** `unanswered` for a question that nothing covers. */
      recorded_as: status === 'unanswered' ? 'unanswered' : null,
      /** What the member read, such as for thanks; null if there was nothing. */
      fixed_text: post?.parts.join('\n') ?? null,
      /** The titles of the pages nearest to a question without an answer. */
      nearest,
      workflow_id: workflowId,
    } as const;
  }
  return {
    event: 'reply',
    question,
    answer: post.parts.join('\n'),
    /** The sources loaded for the answer; empty if nothing covers a direct question. */
    source_ids: status === 'answered' ? record.sourceIds : [],
    citations: record.citations.map((one) => ({
      source_id: one.sourceId,
      title: one.title,
      url: one.url,
      qa_ids: one.qaIds,
    })),
    workflow_id: workflowId,
    outcome: status === 'answered' ? 'answered' : 'unanswered',
    /** `answered` or `recalled` for an answer, otherwise why there is none. */
    reason,
  } as const;
}

/** Null means that the run failed. */
export const captureEvent = (
  result: {
    /** Null if the conversation held no pair. */
    readonly qaId: string | null;
    /** The topic's slug; null unless integrated. */
    readonly topic: string | null;
    readonly outcome: SettledOutcome | 'no_pair' | 'declined' | 'expired';
  } | null,
  workflowId: string,
) =>
  result === null
    ? failed(workflowId, 'the capture failed: npx steward captures list')
    : ({
        event: 'captured',
        qa_id: result.qaId,
        topic: result.topic,
        outcome: result.outcome,
        workflow_id: workflowId,
      } as const);

export const regeneratedEvent = (
  {
    generation,
    entries,
    integrated,
    skipped,
    superseded,
    topics,
    modelCalls,
  }: Omit<RegenerationCounts, 'failed'> & { readonly modelCalls: number },
  workflowId: string,
) =>
  ({
    event: 'regenerated',
    generation,
    entries,
    integrated,
    skipped,
    superseded,
    topics,
    model_calls: modelCalls,
    workflow_id: workflowId,
  }) as const;

/** Counts what was reported. */
export function doneEvent(events: readonly { readonly event: string }[]) {
  const count = (kind: string) => events.filter(({ event }) => event === kind).length;
  return {
    event: 'done',
    replies: count('reply'),
    skipped: count('skipped'),
    captured: count('captured'),
    regenerated: count('regenerated'),
    failed: count('failed'),
  } as const;
}

export type ReplyEvent = Extract<ReturnType<typeof replyEvent>, { readonly event: 'reply' }>;
export type RegeneratedEvent = ReturnType<typeof regeneratedEvent>;
export type CommunityEvent =
  | ReturnType<typeof replyEvent>
  | ReturnType<typeof captureEvent>
  | RegeneratedEvent
  | ReturnType<typeof doneEvent>;
