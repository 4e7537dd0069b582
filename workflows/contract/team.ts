import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { ModelUsage } from '../../domain/operations/model-usage.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import type { FailedEntry, RegenerationCounts, TopicChangeCounts } from '../../domain/team/compare-topics.ts';
import type { CapturedOutcome } from '../../domain/team/qa-pair.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { RegenerationPace, Timed } from './timings.ts';
import type { TeamDecision } from './reply.ts';
import type { StepProgress } from './operations.ts';

/**
 * A snapshot, a raw entry, which starts at classify, or one message whose conversation is to be captured, whoever wrote it;
 * `name` is that of the snapshot that it leads to.
 */
export type CaptureInput = Timed &
  (
    | {
        readonly snapshotId: string;
        /** The team has to confirm the pair first. */
        readonly asksTeam?: boolean;
      }
    | { readonly qaId: QaId }
    | { readonly message: MessageRef; readonly name: string }
  );

export interface CaptureResult {
  /** Null when the conversation holds no pair. */
  readonly qaId: QaId | null;
  /** `declined`, `expired`: the team said no to the pair, or nothing in time. */
  readonly outcome: CapturedOutcome | 'no_pair' | 'declined' | 'expired';
  readonly topic: string | null;
}

/** The team's yes or no to a pair. Rejected unless the capture waits for one. */
export const confirmCapture = defineUpdate<void, [decision: TeamDecision]>('confirmCapture');

/** The `Outcome` of a capture while it waits for the team's yes. */
export const unconfirmedOutcome = 'unconfirmed';

/** The `Outcome` of a capture while it waits for an operator. */
export const waitingOutcome = 'waiting';

/** The pairs that a capture wants to remove and may not without approval; null unless it waits for a yes or no. */
export const removalsQuery = defineQuery<readonly QaId[] | null>('removals');

/** No: the pair is integrated, and nothing is removed. */
export interface RemovalsDecision {
  readonly approve: boolean;
}

/** The yes or no. Rejected unless the capture waits for one. */
export const decideRemovals = defineUpdate<void, [decision: RemovalsDecision]>('decideRemovals');

export interface RecaptureInput extends Timed {
  readonly messageId: string;
  /** Each further change restarts it: people edit several times in a row. */
  readonly waitMilliseconds: number;
}

/** A message of a team member was edited or deleted. */
export const messageChanged = defineSignal('messageChanged');

export interface RecaptureResult {
  /** Ids of the capture runs that it led to. */
  readonly workflowIds: readonly string[];
}

export interface CaptureHistoryInput extends Timed {
  readonly channelId: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** The smallest id of that moment. */
  readonly afterMessageId: string;
  /** Only count. */
  readonly dryRun?: boolean;
  /** What the run before handed over when it went on as new. Nobody else gives it. */
  readonly carried?: {
    readonly locations: readonly { readonly channelId: string; readonly threadId: string | null }[];
    readonly after: string;
    readonly progress: CaptureHistoryProgress;
  };
}

export interface CaptureHistoryProgress {
  readonly locationsLeft: number;
  readonly messages: number;
  /** Conversations that the team answered and that nobody has handled. */
  readonly pairs: number;
  readonly characters: number;
  readonly captured: number;
  readonly failed: number;
}

export const captureHistoryProgressQuery = defineQuery<CaptureHistoryProgress>('progress');

export interface RegenerateInput extends Timed {
  /** Compare the topics with the live ones, then drop what was built. By default they are published. */
  readonly dryRun?: boolean;
  readonly pace?: Partial<RegenerationPace>;
  /** What the run before handed over when it went on as new. Nobody else gives it. */
  readonly carried?: {
    readonly generation: number;
    readonly progress: RegenerationProgress;
    /** Time spent in steps of entries so far, pauses left out, and the entries that they settled. */
    readonly worked: { readonly milliseconds: number; readonly entries: number };
  };
}

/** To a regeneration: no step begins until `resume`. The step that runs ends first, see `RegenerationPace`. */
export const pauseRegeneration = defineSignal('pause');

export const resumeRegeneration = defineSignal('resume');

export interface RegenerationProgress extends StepProgress, ModelUsage {
  /** At most 100 of them. `npx steward captures list` lists all once they are published. */
  readonly failedEntries: readonly FailedEntry[];
  readonly topics: number;
  /** Above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  readonly paused: boolean;
  /** At the pace so far; null until an entry is done. */
  readonly millisecondsLeft: number | null;
}

export const regenerationProgressQuery = defineQuery<RegenerationProgress>('progress');

export interface RegenerateResult extends RegenerationCounts {
  /** `rejected`: somebody said no to what it would remove, and nothing was published. */
  readonly outcome: 'published' | 'compared' | 'rejected';
  /** A model refused them or answered unusably. The rebuild went on without them. */
  readonly failed: number;
  /** At most 100 of them. */
  readonly failedEntries: readonly FailedEntry[];
  readonly modelCalls: number;
  /** US dollars; null when the config has no price for a model that was asked. */
  readonly costUsd: number | null;
  /** Removals above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  /** Of a dry run: what would change. Which pairs, `npx steward regenerate --dry-run` shows. */
  readonly changes?: TopicChangeCounts;
  /** Of a dry run: whether a rebuild would wait for a yes. */
  readonly needsApproval?: boolean;
}
