import { defineQuery } from '@temporalio/workflow';
import type { Timings } from './timings.ts';

/** One message that a team member captures. */
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
