import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { TopicChangeCounts } from '../domain/compare-topics.ts';
import type { InteractionStatus } from '../domain/interaction.ts';
import type { StatusStep } from '../domain/reply-status.ts';
import type { ModelUsage } from '../domain/model-usage.ts';
import type { QaId } from '../domain/qa-id.ts';
import type { SettledOutcome } from '../domain/qa-pair.ts';

/**
 * What clients and workflows share: names, ids, inputs, results and timings. Inputs carry ids, decisions and numbers,
 * never a text that a person, a page or a model wrote.
 */

/** The task queues of one Steward. `base` is `temporal.task_queue` of the config; workflow tasks are on `base` itself. */
export const queues = (base: string) =>
  ({
    workflows: base,
    reply: `${base}-reply`,
    library: `${base}-library`,
    discord: `${base}-discord`,
  }) as const;

export const workflowIds = {
  /** `place` is the thread's id, or the channel's. */
  batch: ({
    guildId,
    placeId,
    authorId,
  }: {
    readonly guildId: string;
    readonly placeId: string;
    readonly authorId: string;
  }) => `batch/${guildId}/${placeId}/${authorId}`,
  reply: (messageId: string) => `reply/${messageId}`,
  /** `editedAt` in milliseconds since 1970: each edit has a run of its own. */
  revise: ({ messageId, editedAt }: { readonly messageId: string; readonly editedAt: number }) =>
    `reply/${messageId}/${editedAt}`,
  removeReply: (messageId: string) => `remove-reply/${messageId}`,
  /** By the last message of the snapshot, or by the raw entry. */
  capture: (messageOrQaId: string) => `capture/${messageOrQaId}`,
  recapture: (messageId: string) => `recapture/${messageId}`,
  ask: (requestId: string) => `reply/ask-${requestId}`,
  review: (messageId: string) => `review/${messageId}`,
  help: (messageId: string) => `help/${messageId}`,
  lesson: (name: string) => `lesson/${name}`,
  learn: (channelId: string) => `learn/${channelId}`,
} as const;

/** One more message for a window; the id of a message that Intake has kept. */
export const messageArrived = defineSignal<[messageId: string]>('messageArrived');

/** A message of a team member was edited or deleted. */
export const messageChanged = defineSignal('messageChanged');

/** What a reply is at; while `generateReply` runs, its heartbeat knows more. */
export const replyStatusQuery = defineQuery<Pick<StatusStep, 'status' | 'reason'>>('status');

export const progressQuery = defineQuery<Progress>('progress');
export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

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

export interface Progress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** Milliseconds. Tests pass smaller ones; the numbers are DESIGN.md's section 3. */
export interface Timings {
  readonly generateTotal: number;
  readonly generateAttempts: number;
  readonly postTotal: number;
  readonly captureTotal: number;
  /** Of one step of descriptions, its retries included. */
  readonly describeTotal: number;
  readonly firstRetry: number;
  readonly longestRetry: number;
  readonly heartbeatTimeout: number;
  /** How long a draft waits for the team at most, whatever `discord.preview_expires_hours` says. */
  readonly longestReview: number;
}

export const defaultTimings: Timings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  captureTotal: 3 * 86_400_000,
  describeTotal: 20 * 60_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
  longestReview: 30 * 86_400_000,
};

export interface BatchInput {
  readonly guildId: string;
  readonly channelId: string;
  readonly placeId: string;
  readonly authorId: string;
  /** Each new message restarts it. */
  readonly waitMilliseconds: number;
  /** From the window's first message on. */
  readonly maxWaitMilliseconds: number;
  readonly timings?: Partial<Timings>;
  /** Ids that came in before this run went on as new. */
  readonly pending?: readonly string[];
}

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

export interface ReplyInput {
  readonly snapshotId: string;
  /**
   * `record`: the answer stays in its row, for whoever asked outside a channel; `respond`: it answers the command that
   * the question came by. Posted unless told.
   */
  readonly deliver?: 'post' | 'record' | 'respond';
  readonly timings?: Partial<Timings>;
}

export interface ReviseReplyInput {
  /** Of the message that was edited. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  readonly timings?: Partial<Timings>;
}

export interface ReviseReplyResult {
  readonly messageId: string;
  /** `revised`, or why the first answer stays. */
  readonly outcome: string;
}

export interface RemoveReplyInput {
  /** Of the row. */
  readonly messageId: string;
  readonly because: 'deleted' | 'asked';
  readonly timings?: Partial<Timings>;
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: InteractionStatus;
  readonly reason: string;
}

/** What the team said about a draft. Rejected once one was given. */
export const decideDraft = defineUpdate<void, [decision: DraftDecision]>('decideDraft');

/** An edited draft is in its row before it is accepted. */
export interface DraftDecision {
  readonly accept: boolean;
}

export interface ReviewInput {
  readonly messageId: string;
  readonly timings?: Partial<Timings>;
}

export interface ReviewResult extends ReplyResult {
  readonly outcome: 'accepted' | 'dropped' | 'expired';
}

/** One message that the team vouches for. */
export interface LessonInput {
  readonly message: {
    readonly channelId: string;
    readonly threadId: string | null;
    readonly messageId: string;
  };
  /** Of the snapshot and the capture that it leads to. */
  readonly name: string;
  readonly timings?: Partial<Timings>;
}

export interface LearnInput {
  readonly channelId: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** The smallest id of that moment. */
  readonly afterMessageId: string;
  /** Only count. */
  readonly dryRun?: boolean;
  readonly timings?: Partial<Timings>;
  /** What the run before handed over when it went on as new. Nobody else gives it. */
  readonly carried?: {
    readonly places: readonly { readonly channelId: string; readonly threadId: string | null }[];
    readonly after: string;
    readonly progress: LearnProgress;
  };
}

export interface LearnProgress {
  readonly placesLeft: number;
  readonly messages: number;
  /** Conversations that the team answered and that nobody has handled. */
  readonly pairs: number;
  readonly characters: number;
  readonly captured: number;
  readonly failed: number;
}

export const learnProgress = defineQuery<LearnProgress>('progress');

/** Nothing has to be said. */
export interface NoticesInput {
  readonly timings?: Partial<Timings>;
}

export interface NoticesResult {
  /** What the team was told of now. */
  readonly told: readonly string[];
}

export interface HelpInput {
  readonly messageId: string;
  readonly timings?: Partial<Timings>;
}

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

/** To a regeneration: no step begins until `resume`. The step that runs ends first, see `RegenerationPace`. */
export const pauseRegeneration = defineSignal('pause');
export const resumeRegeneration = defineSignal('resume');

/** What the `progress` query of a regeneration answers. */
export interface RegenerationProgress extends Progress, ModelUsage {
  readonly topics: number;
  /** Above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  readonly paused: boolean;
  /** At the pace so far; null until an entry is done. */
  readonly millisecondsLeft: number | null;
}

export interface RegenerationPace {
  /** A step of entries ends after so many of them, */
  readonly entriesPerStep: number;
  /** or with the entry that was being settled when so much time had passed. */
  readonly stepMilliseconds: number;
  /** The run goes on as new after so many steps of entries, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultPace: RegenerationPace = {
  entriesPerStep: 50,
  stepMilliseconds: 10_000,
  stepsPerRun: 500,
};

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

export interface RegenerateInput {
  /** Compare the topics with the live ones, then drop what was built. Published unless told. */
  readonly dryRun?: boolean;
  readonly timings?: Partial<Timings>;
  readonly pace?: Partial<RegenerationPace>;
  /** What the run before handed over when it went on as new. Nobody else gives it. */
  readonly carried?: CarriedRegeneration;
}

export interface CarriedRegeneration {
  readonly generation: number;
  readonly progress: RegenerationProgress;
  /** Time spent in steps of entries so far, pauses left out, and the entries that they settled. */
  readonly worked: { readonly milliseconds: number; readonly entries: number };
}

export interface RegenerateResult {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  readonly topics: number;
  readonly modelCalls: number;
  /** US dollars; null when the config has no price for a model that was asked. */
  readonly costUsd: number | null;
  /** Removals above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  /** Of a dry run: what would change. Which pairs, `npx steward regenerate --dry-run` shows. */
  readonly changes?: TopicChangeCounts;
}

export interface RefreshPace {
  /** A step of reading, fetching or describing ends after this time, and the next one goes on. */
  readonly stepMilliseconds: number;
  /** A description that takes longer publishes in between, so that the first index does not wait for the last page. */
  readonly publishMilliseconds: number;
}

export const defaultRefreshPace: RefreshPace = { stepMilliseconds: 30_000, publishMilliseconds: 5 * 60_000 };

export interface RefreshInput {
  readonly timings?: Partial<Timings>;
  readonly pace?: Partial<RefreshPace>;
  /** What a run that goes on as a new one hands over. Everything else stands in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** What the `progress` query of a refresh answers, of the phase that runs; changed and failed of the whole refresh. */
export interface RefreshProgress extends Progress {
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

/** What the steps that were heard of have done: a step that died with its worker is counted by what was left of it. */
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
