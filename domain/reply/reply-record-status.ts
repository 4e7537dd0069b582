import { blockedReasons } from '../moderation/moderation-types.ts';

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

/** Could have been answered, and was not. */
const withheld: readonly string[] = ['budget_spent', 'cooldown', 'not_confident'];

/** How a row ends once what it plans was posted, or when it plans nothing. */
export function endStatus(reason: string, speaks: boolean): ReplyRecordStatus {
  if (isAnswer(reason) || ['clarifying', 'redirected'].includes(reason)) return 'answered';
  if (isUncovered(reason) || withheld.includes(reason)) return 'unanswered';
  if (!speaks || isRefused(reason) || reason === 'too_short') return 'skipped';
  // A member who asked directly got a fixed sentence: that nothing covers it, or that it cannot be looked up now.
  return ['not_a_question', 'not_answerable', 'out_of_scope'].includes(reason) ? 'unanswered' : 'failed';
}

/** An answer to the question: written for it, or given before. */
export const isAnswer = (reason: string): boolean => reason === 'answered' || reason === 'recalled';

/** What moderation stopped, or what is in no language. */
export const isRefused = (reason: string): boolean =>
  reason === 'unsupported_language' || blockedReasons.some((blocked) => blocked === reason);

/** Asked and not answered: what `unanswered` lists. */
export const isUncovered = (reason: string): boolean =>
  [
    'no_source_selected',
    'no_source_loaded',
    'not_covered',
    'no_citation',
    'tool_limit',
    'verification_rejected',
  ].includes(reason);
