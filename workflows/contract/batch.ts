import { defineSignal } from '@temporalio/workflow';
import type { Timings } from './timings.ts';

/** One more message for a window; the id of a message that Intake has kept. */
export const messageArrived = defineSignal<[messageId: string]>('messageArrived');

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
