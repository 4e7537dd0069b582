import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { SettledOutcome } from '../../domain/team/qa-pair.ts';
import type { Timings } from './timings.ts';

/** A message of a team member was edited or deleted. */
export const messageChanged = defineSignal('messageChanged');

/** What a capture would remove and may not by itself; null unless it waits for a yes or no. */
export const removalsQuery = defineQuery<readonly QaId[] | null>('removals');

/** The yes or no. Rejected unless the capture waits for one. */
export const decideRemovals = defineUpdate<void, [decision: RemovalsDecision]>('decideRemovals');

/** No: the pair is integrated, and nothing is removed. */
export interface RemovalsDecision {
  readonly approve: boolean;
}

/** The `Outcome` of a capture while it waits for an operator. */
export const waitingOutcome = 'waiting';

/** A snapshot, or a raw entry, which starts at classify. */
export type CaptureInput = ({ readonly snapshotId: string } | { readonly qaId: QaId }) & {
  readonly timings?: Partial<Timings>;
};

export interface CaptureResult {
  /** Null when the conversation holds no pair. */
  readonly qaId: QaId | null;
  readonly outcome: SettledOutcome | 'no_pair';
  readonly topic: string | null;
}

export interface RecaptureInput {
  readonly messageId: string;
  /** Each further change restarts it: people edit several times in a row. */
  readonly waitMilliseconds: number;
  readonly timings?: Partial<Timings>;
}

export interface RecaptureResult {
  /** Ids of the capture runs that it led to. */
  readonly workflowIds: readonly string[];
}
