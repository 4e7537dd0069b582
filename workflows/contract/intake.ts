import { defineSignal } from '@temporalio/workflow';
import type { QuietWindow } from '../../domain/intake/quiet-windows.ts';
import type { Timed } from './timings.ts';

export interface BatchInput extends Timed, QuietWindow {
  readonly guildId: string;
  readonly channelId: string;
  /** The thread's id, or the channel's. */
  readonly locationId: string;
  readonly authorId: string;
  /** Ids that came in before this run went on as new. */
  readonly pending?: readonly string[];
}

/**
 * One more message for a window: the id of a message that Intake has saved, whether it asks Steward directly, and whether it comes
 * again because it was edited after a window had left it.
 */
export const messageArrived =
  defineSignal<[messageId: string, isDirect?: boolean, isEdited?: boolean]>('messageArrived');

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
