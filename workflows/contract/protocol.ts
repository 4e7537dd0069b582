import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { QuietWindow } from '../../domain/intake/quiet-windows.ts';
import type { ModelUsage } from '../../domain/operations/model-usage.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import type { ReplyRecordStatus, ReplyReason } from '../../domain/reply/reply-record-status.ts';
import type { StatusStep } from '../../domain/reply/reply-status.ts';
import type { RegenerationCounts, TopicChangeCounts } from '../../domain/team/compare-topics.ts';
import type { CapturedOutcome } from '../../domain/team/qa-pair.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { RefreshPace, RegenerationPace, Timed } from './timings.ts';

/**
 * What goes into runs and comes out of them: inputs, results, signals, queries and updates. All of it carries ids, decisions
 * and numbers, never a text that a person, a page or a model wrote.
 */

interface Progress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

// One author in one channel or thread.

export interface BatchInput extends Timed, QuietWindow {
  readonly guildId: string;
  readonly channelId: string;
  /** The thread's id, or the channel's. */
  readonly locationId: string;
  readonly authorId: string;
  /** Ids that came in before this run went on as new. */
  readonly pending?: readonly string[];
}

/** One more message for a window: the id of a message that Intake has saved, and whether it asks Steward directly. */
export const messageArrived = defineSignal<[messageId: string, isDirect?: boolean]>('messageArrived');

/** The author is writing on. Sent to open windows alone. */
export const authorTyping = defineSignal('authorTyping');

export interface BatchResult {
  /** The last windows' ends, oldest first, at most 20. */
  readonly windows: readonly WindowEnd[];
}

export interface WindowEnd {
  readonly messageIds: readonly string[];
  /** Ids of the reply and capture runs that it led to. */
  readonly workflowIds: readonly string[];
  /** Why nothing followed, or null. */
  readonly ignored: string | null;
}

// A question, and what becomes of its answer.

export interface ReplyInput extends Timed {
  readonly snapshotId: string;
  /**
   * `post`, the default; `record`: the answer stays in its row, for a question that was asked outside a channel; `respond`: it answers
   * the command that the question came by.
   */
  readonly deliver?: 'post' | 'record' | 'respond';
  /** Somebody waits for an answer: after `longestSilence` a fixed sentence is said. */
  readonly askedDirectly?: boolean;
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}

/** What a reply is at; while `generateReply` runs, its heartbeat knows more. */
export const replyStatusQuery = defineQuery<Pick<StatusStep, 'status' | 'reason'>>('status');

/** Of a question that was answered, or is about to be. */
export interface QuestionInput extends Timed {
  readonly messageId: string;
}

/** `edited`: one of the question's messages. `deleted`: all of them. `asked`: somebody who may wants the answer away. */
export type Amendment =
  | {
      readonly because: 'edited';
      readonly messageId: string;
      /** Since 1970. */ readonly editedMilliseconds: number;
    }
  | { readonly because: 'deleted' | 'asked' };

/** An answer has to be made again, or taken back. */
export const amend = defineSignal<[amendment: Amendment]>('amend');

export interface AmendResult {
  readonly messageId: string;
  /** What became of each amendment, in the order in which they came. */
  readonly outcomes: readonly string[];
}

/** A yes or no of the team. An edited draft is in its row before it is accepted. */
export interface TeamDecision {
  readonly accept: boolean;
}

/** What the team said about a draft. Rejected once one was given. */
export const decideDraft = defineUpdate<void, [decision: TeamDecision]>('decideDraft');

export interface ReviewResult extends ReplyResult {
  readonly outcome: 'accepted' | 'dropped' | 'expired';
}

// What the team says.

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

/** The `Outcome` of a run that failed for good: it stands before the run ends, so that failures can be grouped by cause. */
export const failedOutcome = (cause: string): string => `failed:${cause}`;

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

/** An entry that a rebuild could not settle, and why. */
export interface FailedEntry {
  readonly qaId: QaId;
  readonly cause: string;
}

export interface RegenerationProgress extends Progress, ModelUsage {
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

// The documents, and trouble.

export interface RefreshInput extends Timed {
  readonly pace?: Partial<RefreshPace>;
  /** What a run that goes on as a new one hands over. Everything else stands in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** Of the phase that runs; changed and failed of the whole refresh. */
export interface RefreshProgress extends Progress {
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

/** Sums over the steps that returned. A step that died with its worker is counted by what it left in the store. */
export interface RefreshCounts {
  /** In the index. */
  readonly sources: number;
  /** Files that were read. */
  readonly read: number;
  /** Pages that were asked for. */
  readonly fetched: number;
  /** Of both, those whose text was new or another one. */
  readonly changed: number;
  readonly described: number;
  readonly modelCalls: number;
  readonly removed: number;
  /** Sources with an error now: `npx steward sources --failed` lists them. */
  readonly rejected: number;
  /** What failed in this refresh. */
  readonly failed: number;
}

export interface RefreshResult extends RefreshCounts {
  readonly capturesStarted: number;
}

export interface GapInput extends Timed {
  /** Milliseconds that a step of filing takes at most. */
  readonly stepMilliseconds?: number;
}

export interface GapResults {
  /** Questions that were filed under a gap. */
  readonly filed: number;
  readonly modelCalls: number;
  /** Questions that were asked again because what they retrieve has changed, and how many of them have an answer now. */
  readonly askedAgain: number;
  readonly answered: number;
  /** Those that could not be asked. They are asked in the next run. */
  readonly failed: number;
}

/** Who listens to Discord. Its memo names the process. */
export interface GatewayInput {
  /** Of the bot, at Discord. */
  readonly applicationId: string;
}

/** The holder knows its step by this id, to send its heartbeats. */
export const gatewayStepId = 'hold';

export interface NoticesResult {
  /** The notices that were posted now. */
  readonly told: readonly string[];
}
