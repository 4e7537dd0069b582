import type { RegenerationCounts } from '../team/regeneration-counts.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { SettledOutcome } from '../team/qa-pair.ts';

/**
 * The events that a demo reports. With `--json` each is one object per line with these names, so renaming one changes the
 * output. Texts are verbatim: the caller has to make them safe for printing.
 */
export interface ReplyEvent {
  readonly event: 'reply';
  readonly question: string;
  readonly answer: string;
  /** The sources loaded for the answer; empty if nothing covers a direct question. */
  readonly source_ids: readonly string[];
  readonly citations: readonly CitationOfEvent[];
  readonly workflow_id: string;
  readonly outcome: 'answered' | 'unanswered';
  /** `answered` or `recalled` for an answer, otherwise why there is none. */
  readonly reason: string;
}

interface CitationOfEvent {
  readonly source_id: string;
  readonly title: string;
  readonly url: string | null;
  readonly qa_ids: readonly string[];
}

interface SkippedEvent {
  readonly event: 'skipped';
  readonly question: string;
  readonly reason: string;
  /** `unanswered` for a question that nothing covers. */
  readonly recorded_as: 'unanswered' | null;
  /** The fixed text that the member read, such as for thanks; null if there was none. */
  readonly fixed_text: string | null;
  readonly workflow_id: string;
}

interface CapturedEvent {
  readonly event: 'captured';
  /** Null if the conversation held no pair. */
  readonly qa_id: string | null;
  /** The topic's slug; null unless integrated. */
  readonly topic: string | null;
  readonly outcome: SettledOutcome | 'no_pair' | 'declined' | 'expired';
  readonly workflow_id: string;
}

export interface RegeneratedEvent extends RegenerationCounts {
  readonly event: 'regenerated';
  readonly model_calls: number;
  readonly workflow_id: string;
}

interface FailedEvent {
  readonly event: 'failed';
  readonly workflow_id: string;
  readonly reason: string;
}

export interface DoneEvent {
  readonly event: 'done';
  readonly replies: number;
  readonly skipped: number;
  readonly captured: number;
  readonly regenerated: number;
  readonly failed: number;
}

export type CommunityEvent =
  | ReplyEvent
  | SkippedEvent
  | CapturedEvent
  | RegeneratedEvent
  | FailedEvent
  | DoneEvent;

/** The event for a reply's row, as the demo and `ask` report it. */
export function replyEvent(record: ReplyRecord | null, workflowId: string): CommunityEvent {
  if (!record) return { event: 'failed', workflow_id: workflowId, reason: 'no record' };
  const { status, question, reason, post } = record;
  if (status === 'failed' && !post) return { event: 'failed', workflow_id: workflowId, reason };
  if (status === 'skipped' || !post) {
    return {
      event: 'skipped',
      question,
      reason,
      recorded_as: status === 'unanswered' ? 'unanswered' : null,
      fixed_text: post?.parts.join('\n') ?? null,
      workflow_id: workflowId,
    };
  }
  return {
    event: 'reply',
    question,
    answer: post.parts.join('\n'),
    source_ids: status === 'answered' ? record.sourceIds : [],
    citations: record.citations.map((one) => ({
      source_id: one.sourceId,
      title: one.title,
      url: one.url,
      qa_ids: one.qaIds,
    })),
    workflow_id: workflowId,
    outcome: status === 'answered' ? 'answered' : 'unanswered',
    reason,
  };
}

/** Null means that the run failed. */
export const captureEvent = (
  result: {
    readonly qaId: string | null;
    readonly topic: string | null;
    readonly outcome: CapturedEvent['outcome'];
  } | null,
  workflowId: string,
): CommunityEvent =>
  result
    ? {
        event: 'captured',
        qa_id: result.qaId,
        topic: result.topic,
        outcome: result.outcome,
        workflow_id: workflowId,
      }
    : {
        event: 'failed',
        workflow_id: workflowId,
        reason: 'the capture failed: npx steward captures list',
      };

export const regeneratedEvent = (
  {
    generation,
    entries,
    integrated,
    skipped,
    superseded,
    topics,
    modelCalls,
  }: RegenerationCounts & {
    readonly modelCalls: number;
  },
  workflowId: string,
): RegeneratedEvent => ({
  event: 'regenerated',
  generation,
  entries,
  integrated,
  skipped,
  superseded,
  topics,
  model_calls: modelCalls,
  workflow_id: workflowId,
});

export function doneEvent(events: readonly CommunityEvent[]): DoneEvent {
  const count = (kind: CommunityEvent['event']) => events.filter(({ event }) => event === kind).length;
  return {
    event: 'done',
    replies: count('reply'),
    skipped: count('skipped'),
    captured: count('captured'),
    regenerated: count('regenerated'),
    failed: count('failed'),
  };
}
