import { defineSignal } from '@temporalio/workflow';
import type { QuietWindow } from '../../domain/intake/quiet-windows.ts';
import type { IgnoredReason } from '../../domain/intake/routing.ts';
import type { Timed } from './timings.ts';

export interface BatchInput extends Timed, QuietWindow {
  readonly guildId: string;
  readonly channelId: string;
  /** The thread's id, or the channel's. */
  readonly locationId: string;
  readonly authorId: string;
  /** Message ids that the previous run passed on when it continued as new. */
  readonly pending?: readonly string[];
  /** Those of them that came late. */
  readonly lateIds?: readonly string[];
  /** Those of them that a moderator wants to be answered. */
  readonly wantedIds?: readonly string[];
}

/**
 * Adds a saved message to the window. `isAgain`: an earlier window ignored it, and it was edited since, or a moderator wants it to be
 * answered (`isWanted`).
 */
export const messageArrived =
  defineSignal<[messageId: string, isDirect?: boolean, isAgain?: boolean, isWanted?: boolean]>(
    'messageArrived',
  );

/** The author is still typing. Sent only to open windows. */
export const authorTyping = defineSignal('authorTyping');

export interface BatchResult {
  /** How the last windows ended: at most 20, oldest first. */
  readonly windows: readonly WindowEnd[];
}

export interface WindowEnd {
  readonly messageIds: readonly string[];
  /** Ids of the reply and capture runs that it started. */
  readonly workflowIds: readonly string[];
  /** Why the last ignored messages were ignored, or null. */
  readonly ignored: IgnoredReason | null;
}
