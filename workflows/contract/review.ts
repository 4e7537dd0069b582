import { defineUpdate } from '@temporalio/workflow';
import type { ReplyResult } from './reply.ts';
import type { Timings } from './timings.ts';

/** What the team said about a draft. Rejected once one was given. */
export const decideDraft = defineUpdate<void, [decision: DraftDecision]>('decideDraft');

/** An edited draft is in its row before it is accepted. */
export interface DraftDecision {
  readonly accept: boolean;
}

export interface ReviewInput {
  readonly messageId: string;
  readonly timings?: Partial<Timings>;
}

export interface ReviewResult extends ReplyResult {
  readonly outcome: 'accepted' | 'dropped' | 'expired';
}
