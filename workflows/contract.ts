import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { InteractionStatus } from '../domain/interaction.ts';
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
  /** By the last message of the snapshot, or by the raw entry. */
  capture: (messageOrQaId: string) => `capture/${messageOrQaId}`,
  ask: (requestId: string) => `reply/ask-${requestId}`,
} as const;

/** One more message for a window; the id of a message that Intake has kept. */
export const messageArrived = defineSignal<[messageId: string]>('messageArrived');

export const progressQuery = defineQuery<Progress>('progress');

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
  readonly firstRetry: number;
  readonly longestRetry: number;
  readonly heartbeatTimeout: number;
}

export const defaultTimings: Timings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  captureTotal: 3 * 86_400_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
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
  readonly timings?: Partial<Timings>;
}

export interface ReplyResult {
  readonly messageId: string;
  readonly status: InteractionStatus;
  readonly reason: string;
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

export interface RegenerateInput {
  readonly timings?: Partial<Timings>;
}

export interface RegenerateResult {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  readonly topics: number;
  readonly modelCalls: number;
}

export interface RefreshInput {
  readonly timings?: Partial<Timings>;
}

export interface RefreshResult {
  readonly sources: number;
  readonly described: number;
  readonly removed: number;
  readonly rejected: number;
  readonly capturesStarted: number;
}
