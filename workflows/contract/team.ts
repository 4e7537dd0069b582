import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { RemovalsOfRebuild } from '../../activities/team/regeneration.ts';
import type { ModelUsage } from '../../domain/operations/model-usage.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import type { RegenerationCounts } from '../../domain/team/regeneration-counts.ts';
import type { CapturedOutcome } from '../../domain/team/qa-pair.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { RegenerationPace, Timed } from './timings.ts';
import type { TeamReview } from './reply.ts';

/** A snapshot; a raw entry, which starts at `classify`; or a message whose conversation becomes the snapshot `name`. */
export type CaptureInput = Timed &
  (
    | {
        readonly snapshotId: string;
        /** The team must confirm the pair first. */
        readonly asksTeam?: boolean;
      }
    | { readonly qaId: QaId }
    | { readonly message: MessageRef; readonly name: string }
  );

export interface CaptureResult {
  /** Null when the conversation holds no pair. */
  readonly qaId: QaId | null;
  /** `declined`: the team rejected the pair. `expired`: the team did not decide in time. */
  readonly outcome: CapturedOutcome | 'no_pair' | 'declined' | 'expired';
  readonly topic: string | null;
}

/** The team's yes or no to a pair. Rejected unless the capture waits for one. */
export const confirmCapture = defineUpdate<void, [review: TeamReview]>('confirmCapture');

/** The `Outcome` of a capture while it waits for the team's yes. */
export const unconfirmedOutcome = 'unconfirmed';

/** The `Outcome` of a capture while it waits for an operator. */
export const waitingOutcome = 'waiting';

/** The pairs that the run may remove only with approval; null unless it waits for approval. */
export const removalsQuery = defineQuery<readonly QaId[] | null>('removals');

/** A capture whose removals are rejected integrates its pair and removes nothing; a regeneration publishes nothing. */
export interface Approval {
  readonly approve: boolean;
}

/** The yes or no to the removals. Rejected unless the run waits for one. */
export const decideRemovals = defineUpdate<void, [approval: Approval]>('decideRemovals');

export interface RecaptureInput extends Timed {
  readonly messageId: string;
  /** How long the message must stay unchanged, because people edit several times in a row. */
  readonly waitMilliseconds: number;
}

/** A message of a team member was edited or deleted. */
export const messageChanged = defineSignal('messageChanged');

export interface RecaptureResult {
  /** Ids of the capture runs that it started. */
  readonly workflowIds: readonly string[];
}

export interface CaptureHistoryInput extends Timed {
  readonly channelId: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** The smallest message id that Discord can have given at `since`. */
  readonly afterMessageId: string;
  /** Only count what would be captured. */
  readonly dryRun?: boolean;
  /** What continue-as-new passes to the next run. */
  readonly carried?: {
    readonly locations: readonly { readonly channelId: string; readonly threadId: string | null }[];
    readonly after: string;
    readonly progress: CaptureHistoryProgress;
  };
}

export const nothingCaptured = {
  locationsLeft: 0,
  messages: 0,
  /** Conversations that the team answered and that were not handled before. */
  pairs: 0,
  captured: 0,
  failed: 0,
};

export type CaptureHistoryProgress = Readonly<typeof nothingCaptured>;

export const captureHistoryProgressQuery = defineQuery<CaptureHistoryProgress>('progress');

export interface RegenerateInput extends Timed {
  readonly pace?: Partial<RegenerationPace>;
  /** What continue-as-new passes to the next run. */
  readonly carried?: {
    readonly generation: number;
    readonly progress: RegenerationProgress;
    /** The removals that a person has said yes to. */
    readonly approvedRemovals: RemovalsOfRebuild | null;
  };
}

/** Pauses a regeneration after the current step; see `RegenerationPace`. */
export const pauseRegeneration = defineSignal('pause');

export const resumeRegeneration = defineSignal('resume');

export interface RegenerationProgress extends ModelUsage {
  readonly step: string;
  /** Of the current step. */
  readonly done: number;
  readonly total: number;
  readonly topics: number;
  /** Removals beyond `kb.max_removals_per_capture`: logged, but not made. */
  readonly removalsWithheld: number;
  readonly paused: boolean;
}

export const regenerationProgressQuery = defineQuery<RegenerationProgress>('progress');

export interface RegenerateResult extends RegenerationCounts {
  /** `rejected`: somebody rejected the removals, and nothing was published. */
  readonly outcome: 'published' | 'rejected';
  readonly modelCalls: number;
  /** US dollars; null when the config has no price for a model that was asked. */
  readonly costUsd: number | null;
  /** Removals beyond `kb.max_removals_per_capture`: logged, but not made. */
  readonly removalsWithheld: number;
}
