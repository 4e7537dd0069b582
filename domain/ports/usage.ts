import type { DecisionName } from '../models/decisions.ts';
import type { DailyLimits, Tokens, UsageTotals } from '../operations/model-usage.ts';
import type { ModelCallRecord } from '../reply/reply-record.ts';
import type { ModelErrorCode } from '../values/error-codes.ts';

/** The purpose of a model call. `other`: the step has not said. */
export type Operation =
  | 'reply'
  | 'capture'
  | 'regenerate'
  | 'index'
  | 'eval'
  | 'recheck'
  | 'rehearsal'
  | 'other';

export type BookedDecision = DecisionName | 'embeddings';

/** The account that a call is charged to. */
export interface CallAccount {
  readonly operation: Operation;
  /**
   * Ended calls that are not settled yet. The account's next booking settles them in its own transaction; the owner of
   * the list settles the rest. Without the list each call is settled as it ends.
   */
  readonly ended?: SettledCall[];
  /** For a reply: the most calls that all attempts at the question may make together, and the calls so far. */
  readonly question?: {
    readonly id: string;
    readonly maxCalls: number;
    booked: number;
    /** Ended calls in the order of their ends, successful or not. */
    readonly calls: ModelCallRecord[];
  };
}

/** The result of a booked call. */
export interface SettledCall {
  readonly id: number;
  /** `nothing`: the provider refused the call. `estimate`: the usage is unknown, so the booked estimate stands. */
  readonly used: 'nothing' | 'estimate' | (Tokens & { readonly costUsd: number | null });
  readonly milliseconds: number;
  /** Why there was no answer. */
  readonly error: ModelErrorCode | null;
}

export interface PlannedCall extends Omit<CallAccount, 'ended' | 'question'> {
  /** A new id for each call: booking it again finds the booking. */
  readonly booking: string;
  readonly questionId?: string;
  /** The UTC day, such as `2026-02-01`: see `usageDay`. */
  readonly day: string;
  readonly decision: BookedDecision;
  readonly model: string;
  /** The upper estimate of tokens and cost. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

export type Reservation =
  | { readonly outcome: 'reserved'; readonly id: number }
  | { readonly outcome: 'spent'; readonly limit: keyof DailyLimits };

/**
 * Every call of a model, booked before it is made. A call whose result is unknown (the process died, the provider hung
 * up) keeps the estimate that it was booked with. And what models have decided.
 */
export interface ModelRecords {
  /**
   * Settles calls, then books a call unless it would exceed a limit. One transaction, so that simultaneous callers
   * cannot exceed it together.
   */
  reserveUsage(
    call: PlannedCall,
    limits: DailyLimits,
    settled?: readonly SettledCall[],
  ): Promise<Reservation>;
  settleUsage(calls: readonly SettledCall[]): Promise<void>;
  /** Every call of a question, in order, successful or not. One whose end is unknown has 0 ms. */
  callsOf(questionId: string): Promise<readonly ModelCallRecord[]>;
  /** The totals of one day, or of all from it until another. Open bookings count with their estimates. */
  usageTotals(filter: {
    readonly day: string;
    /** The first day that counts no more. */
    readonly until?: string;
    readonly operation?: Operation;
  }): Promise<UsageTotals>;
  /** By hashes of everything that went into the answers: prompt, model and inputs. In the order of the keys; null for an unknown one. */
  cachedDecisions(keys: readonly string[]): Promise<readonly (string | null)[]>;
  cacheDecision(key: string, valueJson: string): Promise<void>;
}
