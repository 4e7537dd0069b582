import type { Courtesy } from '../language/courtesies.ts';
import { blockedReasons, type BlockedReason } from '../moderation/moderation-types.ts';
import type { FailureType } from '../values/error-codes.ts';

/**
 * The status of a question's row, which is written before anything is posted. `generated` waits to be posted and `held`
 * for a channel's preview. `answered` (posted), `unanswered` (nothing covers it), `skipped` (not for Steward) and
 * `failed` are final; `removed` was posted and taken back.
 */
export type ReplyRecordStatus =
  | 'generated'
  | 'held'
  | 'answered'
  | 'unanswered'
  | 'skipped'
  | 'failed'
  | 'removed';

const answers = ['answered', 'recalled'] as const;

/** The reasons of questions that nothing covers. */
const uncovered = [
  'no_source_selected',
  'no_source_loaded',
  'not_covered',
  'no_citation',
  'tool_limit',
  'verification_rejected',
] as const;

/** The reason for the graph's result. */
export type AIReason =
  | (typeof answers)[number]
  | (typeof uncovered)[number]
  | 'clarifying'
  | 'not_a_question'
  | 'not_answerable'
  | 'out_of_scope'
  | 'not_confident'
  | 'unsupported_language'
  | BlockedReason;

/** Reasons for admission to refuse a question or let it wait. */
type AdmissionReason =
  | Courtesy
  | 'not_for_steward'
  | 'too_short'
  | 'unread_file'
  | 'asked_too_often'
  | 'budget_spent'
  | 'cooldown'
  | 'people_first';

/** What happened to a question while it waited. */
export type LateReason = 'deleted' | 'paused' | 'too_old' | 'team_answered' | 'person_answered';

/** `outdated`: what the draft corrects is another answer by now, or its sources have changed again. */
export type ReviewOutcome = 'accepted' | 'dropped' | 'expired' | 'outdated';

/** The reason for a reply's end: a decision, or a failed step. */
export type ReplyReason =
  | AIReason
  | AdmissionReason
  | LateReason
  | `review_${ReviewOutcome}`
  | 'response_expired'
  | 'cancelled'
  | FailureType
  | `post_${FailureType}`;

const isOneOf = (reasons: readonly ReplyReason[], reason: ReplyReason): boolean => reasons.includes(reason);

const courtesies: readonly Courtesy[] = ['thanks', 'greeting', 'help', 'who_are_you', 'insult'];

/** Whether a fixed sentence is the right answer, because there is nothing to look up. */
export const isCourtesy = (reason: ReplyReason): boolean => isOneOf(courtesies, reason);

/** The final status of a row once its plan was posted, or if it plans nothing. */
export function endStatus(reason: ReplyReason, speaks: boolean): ReplyRecordStatus {
  if (isAnswer(reason) || reason === 'clarifying') return 'answered';
  // These could have been answered.
  if (
    isUncovered(reason) ||
    isOneOf(['asked_too_often', 'budget_spent', 'cooldown', 'not_confident'], reason)
  )
    return 'unanswered';
  if (!speaks || isRefused(reason) || isCourtesy(reason) || isOneOf(['too_short', 'unread_file'], reason))
    return 'skipped';
  // A member who asked directly got a fixed sentence: that nothing covers it, or that it cannot be looked up now.
  return isOneOf(['not_a_question', 'not_answerable', 'out_of_scope'], reason) ? 'unanswered' : 'failed';
}

/** Whether the question got an answer, new or recalled. */
export const isAnswer = (reason: ReplyReason): boolean => isOneOf(answers, reason);

/** Whether moderation stopped the question, or its language is not supported. */
export const isRefused = (reason: ReplyReason): boolean =>
  isOneOf(['unsupported_language', ...blockedReasons], reason);

/** Whether nothing covers the question. */
export const isUncovered = (reason: ReplyReason): boolean => isOneOf(uncovered, reason);

/** Whether a question that nothing covers goes to people at once. */
export const isHandedOver = (reason: ReplyReason, whenUnknown: 'silent' | 'say_so' | 'hand_over'): boolean =>
  whenUnknown === 'hand_over' && isUncovered(reason);

/** The final statuses of questions that count. `skipped` messages were no questions, and waiting rows are not final. */
export const countedStatuses: readonly ReplyRecordStatus[] = ['answered', 'unanswered', 'failed', 'removed'];

/** Reasons of questions that do not count: not about this project, or taken back before the answer. */
export const uncountedReasons: readonly ReplyReason[] = ['out_of_scope', 'cancelled'];

/** An answer counts even if it was taken back later. */
export const wasAnswered = ({
  status,
  reason,
}: {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}): boolean => status === 'answered' || (status === 'removed' && isAnswer(reason));
