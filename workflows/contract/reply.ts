import { defineQuery } from '@temporalio/workflow';
import type { ReplyRecordStatus } from '../../domain/reply/reply-record-status.ts';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import type { Timings } from './timings.ts';

/** What a reply is at; while `generateReply` runs, its heartbeat knows more. */
export const replyStatusQuery = defineQuery<Pick<StatusStep, 'status' | 'reason'>>('status');

export interface ReplyInput {
  readonly snapshotId: string;
  /**
   * `record`: the answer stays in its row, for whoever asked outside a channel; `respond`: it answers the command that
   * the question came by. Posted by default.
   */
  readonly deliver?: 'post' | 'record' | 'respond';
  readonly timings?: Partial<Timings>;
}

export interface ReviseReplyInput {
  /** Of the message that was edited. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  readonly timings?: Partial<Timings>;
}

export interface ReviseReplyResult {
  readonly messageId: string;
  /** `revised`, or why the first answer stays. */
  readonly outcome: string;
}

export interface RemoveReplyInput {
  /** Of the row. */
  readonly messageId: string;
  readonly because: 'deleted' | 'asked';
  readonly timings?: Partial<Timings>;
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: ReplyRecordStatus;
  readonly reason: string;
}

export interface HelpInput {
  readonly messageId: string;
  readonly timings?: Partial<Timings>;
}
