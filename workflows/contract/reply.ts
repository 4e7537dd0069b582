import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { ReplyRecordStatus, ReplyReason } from '../../domain/reply/reply-record-status.ts';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import type { Timed } from './timings.ts';

export interface ReplyInput extends Timed {
  readonly snapshotId: string;
  /**
   * `post`, the default; `record`: the answer stays in its row, for a question that was asked outside a channel; `respond`: it answers
   * the command that the question came by.
   */
  readonly deliver?: 'post' | 'record' | 'respond';
  /** Somebody waits for an answer: after `longestSilence` a fixed sentence is said. */
  readonly askedDirectly?: boolean;
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}

/** What a reply is at; while `generateReply` runs, its heartbeat knows more. */
export const replyStatusQuery = defineQuery<Pick<StatusStep, 'status' | 'reason'>>('status');

/** Of a question that was answered, or is about to be. */
export interface QuestionInput extends Timed {
  readonly messageId: string;
}

/** `edited`: one of the question's messages. `deleted`: all of them. `asked`: somebody who may wants the answer away. */
export type Amendment =
  | {
      readonly because: 'edited';
      readonly messageId: string;
      /** Since 1970. */ readonly editedMilliseconds: number;
    }
  | { readonly because: 'deleted' | 'asked' };

/** An answer has to be made again, or taken back. */
export const amend = defineSignal<[amendment: Amendment]>('amend');

export interface AmendResult {
  readonly messageId: string;
  /** What became of each amendment, in the order in which they came. */
  readonly outcomes: readonly string[];
}

/** A yes or no of the team. An edited draft is in its row before it is accepted. */
export interface TeamDecision {
  readonly accept: boolean;
}

/** What the team said about a draft. Rejected once one was given. */
export const decideDraft = defineUpdate<void, [decision: TeamDecision]>('decideDraft');

export interface ReviewResult extends ReplyResult {
  readonly outcome: 'accepted' | 'dropped' | 'expired';
}
