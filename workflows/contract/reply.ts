import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { HistoryLocation } from '../../domain/ports/chat.ts';
import type { RehearsalProgress } from '../../domain/reply/rehearsal/rehearsal-run.ts';
import type {
  ReplyRecordStatus,
  ReplyReason,
  ReviewOutcome,
} from '../../domain/reply/reply-record-status.ts';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import type { Timed } from './timings.ts';

export interface ReplyInput extends Timed {
  readonly snapshotId: string;
  /**
   * `post`, the default, posts the answer; `record` only saves it, for a question asked outside a channel; `respond` answers the
   * command that asked the question.
   */
  readonly deliver?: 'post' | 'record' | 'respond';
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}

/** The reply's current status. While `generateReply` runs, its heartbeat is more precise. */
export const replyStatusQuery = defineQuery<Pick<StatusStep, 'status' | 'reason'>>('status');

export interface QuestionInput extends Timed {
  readonly messageId: string;
}

/**
 * `edited`: one of the question's messages was. `wanted`: it has no answer, and somebody wants one, or has given it. `deleted`: all of its
 * messages were. `asked`: somebody wants the answer removed.
 */
export type Amendment =
  | {
      readonly because: 'edited' | 'wanted';
      readonly messageId: string;
      /** Milliseconds since 1970. */
      readonly editedMilliseconds: number;
    }
  | { readonly because: 'deleted' | 'asked' };

/** The answer has to be made again or removed. */
export const amend = defineSignal<[amendment: Amendment]>('amend');

export interface AmendResult {
  readonly messageId: string;
  /** The outcomes of the last 20 amendments, oldest first. */
  readonly outcomes: readonly string[];
}

/** Sources or pairs have changed, and with them perhaps what posted answers rest on. */
export const answersMayBeOutdated = defineSignal('answersMayBeOutdated');

/** How many answers were looked at again, by outcome. */
export interface RecheckResult {
  readonly looked: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

export interface ReviewInput extends QuestionInput {
  /** The question whose posted answer the draft is to replace. */
  readonly corrects?: string;
}

/** The team's yes or no. An edited draft is saved before it is accepted. */
export interface TeamReview {
  readonly accept: boolean;
}

/** The team's review of a draft. A second one is rejected. */
export const decideDraft = defineUpdate<void, [review: TeamReview]>('decideDraft');

/** The sources of a draft have changed again, so that it counts no more. */
export const draftOutdated = defineSignal('draftOutdated');

export interface ReviewResult extends ReplyResult {
  readonly outcome: ReviewOutcome;
}

export interface RehearseInput extends Timed {
  readonly channelId: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** The smallest message id that Discord can have given at `since`. */
  readonly afterMessageId: string;
  /** The most questions. */
  readonly limit: number;
  /** The run ends before a question with which it would cost more, as far as the models have prices. */
  readonly usd: number;
  /** What continue-as-new passes to the next run. */
  readonly carried?: {
    readonly rehearsal: string;
    readonly locations: readonly HistoryLocation[];
    readonly after: string;
    /** The message ids of questions that were found and not played yet. */
    readonly left: readonly string[];
    readonly progress: RehearsalProgress;
  };
}

export const rehearsalProgressQuery = defineQuery<RehearsalProgress>('progress');
