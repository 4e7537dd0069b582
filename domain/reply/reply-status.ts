import { isAnswer, type ReplyReason } from './reply-record-status.ts';
import type { NodeName } from './reply-graph.ts';

/** The statuses of a reply, in this order; the last three are final. */
export const replyStatuses = [
  'MODERATING_QUESTION',
  'BUILDING_CONTEXT',
  'GENERATING_ANSWER',
  'VERIFYING_CITATION',
  'COMPLETE',
  'NEED_CLARIFICATION',
  'SKIPPED',
] as const;

export type ReplyStatus = (typeof replyStatuses)[number];

/** A status of a reply, and its beginning in milliseconds since the reply's start. `SKIPPED` has a reason. */
export interface StatusStep {
  readonly status: ReplyStatus;
  readonly atMilliseconds: number;
  readonly reason: ReplyReason | null;
}

export const statusOfNode: Readonly<Record<NodeName, ReplyStatus>> = {
  moderate: 'MODERATING_QUESTION',
  translate: 'MODERATING_QUESTION',
  gate: 'BUILDING_CONTEXT',
  recall: 'BUILDING_CONTEXT',
  select: 'BUILDING_CONTEXT',
  load: 'BUILDING_CONTEXT',
  generate: 'GENERATING_ANSWER',
  verify: 'VERIFYING_CITATION',
  localize: 'VERIFYING_CITATION',
  cite: 'VERIFYING_CITATION',
};

/** The final status for a reason. */
export function endOfTrace(reason: ReplyReason): Pick<StatusStep, 'status' | 'reason'> {
  if (isAnswer(reason)) return { status: 'COMPLETE', reason: null };
  if (reason === 'clarifying') return { status: 'NEED_CLARIFICATION', reason: null };
  return { status: 'SKIPPED', reason };
}

/** Whether `to` comes after `from`. A repaired draft does not move the status back. */
export const isLater = (from: ReplyStatus, to: ReplyStatus): boolean =>
  replyStatuses.indexOf(to) > replyStatuses.indexOf(from);
