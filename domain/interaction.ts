import type { QaId } from './qa-id.ts';

/**
 * One row per question, written before anything is posted. `generated` waits to be posted, `held` is for a channel's
 * preview; `answered` (posted), `unanswered` (nothing covers it), `skipped` (not for Steward) and `failed` are ends.
 */
export type InteractionStatus = 'generated' | 'answered' | 'unanswered' | 'skipped' | 'failed';

export interface Citation {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  /** The pairs used of a team source. */
  readonly qaIds: readonly QaId[];
}

export interface ModelCallRecord {
  readonly decision: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the config has no price for the model. */
  readonly costUsd: number | null;
  readonly milliseconds: number;
}

/** What is posted, in order; decided once and stored, so that every attempt posts the same. */
export interface PlannedPost {
  readonly style: 'thread' | 'reply';
  /** Of the thread, at most 100 characters. */
  readonly title: string;
  readonly parts: readonly string[];
}

export interface Interaction {
  /** The id of the batch's last message, and of its snapshot. */
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly threadId: string | null;
  readonly authorId: string;
  readonly askedDirectly: boolean;
  readonly question: string;
  readonly status: InteractionStatus;
  /** A short code: `answered`, `not_covered`, `not_a_question`, `verification_rejected`, `model_failed`, … */
  readonly reason: string;
  /** Null when nothing is posted. */
  readonly post: PlannedPost | null;
  readonly answer: string | null;
  /** Loaded for the answer, in the order of selection. */
  readonly sourceIds: readonly string[];
  readonly citations: readonly Citation[];
  readonly libraryGeneration: number;
  readonly modelCalls: readonly ModelCallRecord[];
  readonly createdAt: string;
  /** Where the answer went, once known. */
  readonly postedThreadId: string | null;
  readonly postedMessageIds: readonly string[];
}

/** How a row ends once what it plans was posted, or when it plans nothing. */
export function endStatus(reason: string, speaks: boolean): InteractionStatus {
  if (reason === 'answered') return 'answered';
  if (isUncovered(reason) || reason === 'budget_spent') return 'unanswered';
  if (!speaks) return 'skipped';
  // A member who asked directly got a fixed sentence: that nothing covers it, or that it cannot be looked up now.
  return ['not_a_question', 'not_answerable'].includes(reason) ? 'unanswered' : 'failed';
}

/** Asked and not answered: what `unanswered` lists. */
export const isUncovered = (reason: string): boolean =>
  ['no_source_selected', 'no_source_loaded', 'not_covered', 'no_citation', 'verification_rejected'].includes(
    reason,
  );
