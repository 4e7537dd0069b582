import type { DecisionName } from '../models/decisions.ts';
import type { ModelCallRecord } from '../reply/reply-record.ts';
import type { ModelErrorCode } from '../values/error-codes.ts';

/** What a model was asked for. `other`: no step has said. */
export type Operation = 'reply' | 'capture' | 'regenerate' | 'index' | 'eval' | 'gaps' | 'other';

/** What is asked of a model: an answer of a schema, or vectors of texts. */
export type BookedDecision = DecisionName | 'embeddings';

/** Whom a call is booked to. */
export interface CallAccount {
  readonly operation: Operation;
  /** Null where nobody can tell, or where it is for all of them. */
  readonly guildId: string | null;
  /** Of a reply: who asked. */
  readonly userId: string | null;
  /**
   * Calls that ended and are not settled yet: the account's next booking settles them in its own commit. Whoever gives the
   * list settles what is left in it. Without it each call is settled as it ends.
   */
  readonly ended?: SettledCall[];
  /** Of a reply: how many calls all attempts at the question may make together, and what they have made. */
  readonly question?: {
    readonly id: string;
    readonly maxCalls: number;
    booked: number;
    /** Those that ended, in that order, whatever became of them. */
    readonly calls: ModelCallRecord[];
    /** What has finished before: the next booking saves it in its own commit. Whoever gives the question saves what is left. */
    unsaved: ReplyProgressToSave | null;
  };
}

/** Which nodes of a reply have finished, and what they made. */
export interface ReplyProgressToSave {
  readonly json: string;
  /** When the words that it was made from were read: it is not kept when anyone was erased since. */
  readonly readAt: Date;
}

/** What a booked call came to. */
export interface SettledCall {
  readonly id: number;
  /** `nothing`: the provider refused the call. `estimate`: nobody knows, so what was booked stands. */
  readonly used:
    | 'nothing'
    | 'estimate'
    | { readonly inputTokens: number; readonly outputTokens: number; readonly costUsd: number | null };
  readonly milliseconds: number;
  /** Why it gave no answer. */
  readonly error: ModelErrorCode | null;
}

export interface PlannedCall extends Omit<CallAccount, 'ended' | 'question'> {
  /** A new one for each call: booking it again finds the booking. */
  readonly booking: string;
  readonly questionId?: string;
  readonly progress?: ReplyProgressToSave | null;
  /** `2026-02-01`, UTC: see `usageDay`. */
  readonly day: string;
  readonly decision: BookedDecision;
  readonly model: string;
  /** The most that it may come to, as far as that can be told before. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** What may be spent in a day. Null: no limit. */
export interface DailyLimits {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly calls: number | null;
}

export type Reservation =
  | { readonly outcome: 'reserved'; readonly id: number }
  | { readonly outcome: 'spent'; readonly limit: keyof DailyLimits };

export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the calls whose cost is known. */
  readonly costUsd: number;
  /** Calls of models without a price. */
  readonly unpricedCalls: number;
}

export interface UsageGroup extends UsageTotals {
  readonly day: string;
  readonly operation: Operation;
  readonly guildId: string | null;
  readonly model: string;
}

/**
 * Every call of a model, booked before it is made. A call whose result is unknown (the process died, the provider hung
 * up) keeps the estimate that it was booked with.
 */
export interface UsageRecords {
  /**
   * Settles calls and saves their question's progress, then books one unless a limit would be passed by it: one transaction,
   * so that callers at once cannot pass it together.
   */
  reserveUsage(
    call: PlannedCall,
    limits: DailyLimits,
    settled?: readonly SettledCall[],
  ): Promise<Reservation>;
  settleUsage(calls: readonly SettledCall[]): Promise<void>;
  /** Takes the next turn at a provider, whichever process asks. Resolves with the milliseconds until it; one that is further away than `longestWaitMilliseconds` is not taken. */
  takeTurn(turn: {
    readonly provider: string;
    readonly callsPerSecond: number;
    readonly longestWaitMilliseconds: number;
  }): Promise<number>;
  /** Every call of a question, in their order, whatever became of it. One whose end nobody heard of has taken 0 ms. */
  callsOf(questionId: string): Promise<readonly ModelCallRecord[]>;
  /** Of one day, and of one guild or user of it if named. Booked calls count with their estimates. */
  usageTotals(filter: {
    readonly day: string;
    readonly operation?: Operation;
    readonly guildId?: string;
    readonly userId?: string;
  }): Promise<UsageTotals>;
  /** From a day on, newest day first. */
  usageSince(day: string): Promise<readonly UsageGroup[]>;
}
