import type { Courtesy } from '../language/courtesy-phrases.ts';
import { blockedReasons, type BlockedReason } from '../moderation/moderation-types.ts';
import type { FailureType } from '../values/error-codes.ts';

/**
 * One row per question, written before anything is posted. `generated` waits to be posted, `held` is for a channel's
 * preview; `answered` (posted), `unanswered` (nothing covers it), `skipped` (not for Steward) and `failed` are ends;
 * `removed` was posted and is taken back.
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

/** What `unanswered` lists. */
const uncovered = [
  'no_source_selected',
  'no_source_loaded',
  'not_covered',
  'no_citation',
  'tool_limit',
  'verification_rejected',
] as const;

/** Why the graph ended as it did. */
export type AIReason =
  | (typeof answers)[number]
  | (typeof uncovered)[number]
  | 'clarifying'
  | 'redirected'
  | 'not_a_question'
  | 'not_answerable'
  | 'out_of_scope'
  | 'not_confident'
  | 'unsupported_language'
  | BlockedReason;

/** What admission refuses, or lets wait. */
type AdmissionReason =
  | Courtesy
  | 'not_for_steward'
  | 'too_short'
  | 'asked_too_often'
  | 'budget_spent'
  | 'cooldown'
  | 'people_first';

/** What happened to a question while it waited. */
export type LateReason = 'deleted' | 'paused' | 'too_old' | 'team_answered' | 'person_answered';

/** What became of a draft. */
export type ReviewOutcome = 'accepted' | 'dropped' | 'expired';

/** Why a reply is at its end: what was decided, or which step failed. */
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

const courtesies: readonly Courtesy[] = ['thanks', 'greeting', 'who_are_you', 'insult'];

/** Answered with a fixed sentence, as it should be: there is nothing to look up. */
export const isCourtesy = (reason: ReplyReason): boolean => isOneOf(courtesies, reason);

/** How a row ends once what it plans was posted, or when it plans nothing. */
export function endStatus(reason: ReplyReason, speaks: boolean): ReplyRecordStatus {
  if (isAnswer(reason) || isOneOf(['clarifying', 'redirected'], reason)) return 'answered';
  // These could have been answered, and were not.
  if (
    isUncovered(reason) ||
    isOneOf(['asked_too_often', 'budget_spent', 'cooldown', 'not_confident'], reason)
  )
    return 'unanswered';
  if (!speaks || isRefused(reason) || isCourtesy(reason) || reason === 'too_short') return 'skipped';
  // A member who asked directly got a fixed sentence: that nothing covers it, or that it cannot be looked up now.
  return isOneOf(['not_a_question', 'not_answerable', 'out_of_scope'], reason) ? 'unanswered' : 'failed';
}

/** An answer to the question: written for it, or given before. */
export const isAnswer = (reason: ReplyReason): boolean => isOneOf(answers, reason);

/** What moderation stopped, or what is in no language. */
export const isRefused = (reason: ReplyReason): boolean =>
  isOneOf(['unsupported_language', ...blockedReasons], reason);

/** Asked and not answered: nothing covers it. */
export const isUncovered = (reason: ReplyReason): boolean => isOneOf(uncovered, reason);

/** Ends of questions that count. What was skipped was none, and what waits has no end yet. */
export const countedStatuses: readonly ReplyRecordStatus[] = ['answered', 'unanswered', 'failed', 'removed'];

/** Nothing of this project's, or taken back before it was answered: no question that counts. */
export const uncountedReasons: readonly ReplyReason[] = ['out_of_scope', 'cancelled'];

/** An answer that was taken back was one. */
export const wasAnswered = ({
  status,
  reason,
}: {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}): boolean => status === 'answered' || (status === 'removed' && isAnswer(reason));
