import type { RoutedBatch } from '../intake/snapshot.ts';
import type { ReplyStatus } from '../reply/reply-status.ts';
import type { MessageRef } from './chat.ts';

/** `unfinished`: failed, timed out, cancelled or terminated, which is an operator's to repair. */
type RunState = 'unknown' | 'open' | 'completed' | 'unfinished';

/** A run that continues without the caller. */
export interface StartedRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** What may be asked about other runs. Each throws a `PortError` when nobody can tell. */
export interface Runs {
  /** Of the newest capture of a snapshot (by its id) or of a raw entry. */
  captureState(snapshotOrQaId: string): Promise<RunState>;
  /** Whether this very run has ended, and those that it went on as, or is unknown. */
  isClosed(run: StartedRun): Promise<boolean>;
  /** What a reply that is being made is at; null before and after. */
  replyStatus(run: StartedRun): Promise<ReplyStatus | null>;
  /** The ids of open runs that this version of the workflows cannot continue. */
  stuck(): Promise<readonly string[]>;
  /** Resolves when a run, and those that it went on as, have ended well. Rejects with a final `PortError` otherwise. */
  ended(run: { readonly workflowId: string; readonly runId?: string }): Promise<void>;
}

/** A question that was asked, and where: whose share of the work it is. */
interface AskedQuestion {
  readonly messageId: string;
  readonly guildId: string;
}

/**
 * What people start by buttons, commands and calls, and what outlives the process that started it. Started already means
 * done: pressing twice starts nothing twice. Each throws a `PortError` when it cannot be started.
 */
export interface RunStarts {
  /** `record`: the answer stays in its row. `respond`: it answers the command that the question came by. */
  startReply(reply: {
    readonly routed: RoutedBatch;
    readonly deliver: 'record' | 'respond';
  }): Promise<StartedRun>;
  /** A snapshot that was saved before becomes a pair. */
  startCapture(routed: RoutedBatch): Promise<void>;
  /** The conversation of a message, whoever wrote it. `name` is that of its snapshot. */
  startMessageCapture(capture: {
    readonly message: MessageRef;
    readonly name: string;
    readonly guildId: string;
  }): Promise<void>;
  startHelp(question: AskedQuestion): Promise<void>;
  /** A draft of what fills a gap. */
  startGapDraft(draft: { readonly gapId: string }): Promise<void>;
  /** Takes the answer to a question away. */
  startRemoval(question: AskedQuestion): Promise<void>;
  /** One that was started by hand and is open is joined. */
  startRefresh(): Promise<StartedRun>;
  /** False when the draft is settled already, or none waits. */
  decideDraft(decision: { readonly messageId: string; readonly accept: boolean }): Promise<boolean>;
  /** The team's yes or no to a pair. False when it is settled already, or none waits. */
  confirmCapture(decision: { readonly snapshotId: string; readonly accept: boolean }): Promise<boolean>;
}
