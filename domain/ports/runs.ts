import type { QaId } from '../values/qa-id.ts';
import type { RoutedBatch } from '../intake/snapshot.ts';
import type { ReplyStatus } from '../reply/reply-status.ts';
import type { MessageRef } from './chat.ts';

/** A run that continues without the caller. */
export interface StartedRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** Questions about other runs. Each throws a `PortError` if there is no answer. */
export interface Runs {
  /** The state of the newest capture of a snapshot (by its id) or a raw entry. An operator has to repair unfinished ones. */
  captureState(snapshotOrQaId: string): Promise<'unknown' | 'open' | 'completed' | 'unfinished'>;
  /** Whether this run, including the runs that continued it as new, has ended or is unknown. */
  isClosed(run: StartedRun): Promise<boolean>;
  /** The status of a reply in progress; null before and after. */
  replyStatus(run: StartedRun): Promise<ReplyStatus | null>;
  /** The ids of open runs that this version of the workflows cannot continue. */
  stuck(): Promise<readonly string[]>;
  /** Resolves when a run and those that continued it as new have completed. Otherwise rejects with a final `PortError`. */
  ended(run: { readonly workflowId: string; readonly runId?: string }): Promise<void>;
}

/** A question, and the guild whose share of the work it is. */
interface AskedQuestion {
  readonly messageId: string;
  readonly guildId: string;
}

/**
 * Runs that people start by buttons, commands and calls, and that outlive the process that started them. A run that was
 * already started is not started again. Each call throws a `PortError` if the run cannot be started.
 */
export interface RunStarts {
  /** `record`: the answer stays in its row. `respond`: it answers the command that brought the question. */
  startReply(reply: {
    readonly routed: RoutedBatch;
    readonly deliver: 'record' | 'respond';
  }): Promise<StartedRun>;
  /** Captures a saved snapshot as a pair. */
  startCapture(routed: RoutedBatch): Promise<void>;
  /** Captures an entry of the raw archive. */
  startEntryCapture(qaId: QaId): Promise<void>;
  /** Captures the conversation of a message, whoever wrote it. `name` becomes part of its snapshot's id. */
  startMessageCapture(capture: {
    readonly message: MessageRef;
    readonly name: string;
    readonly guildId: string;
  }): Promise<void>;
  startHelp(question: AskedQuestion): Promise<void>;
  /** Answers a question that has no answer, as if it had been asked directly. One that has one keeps it. */
  startLateAnswer(question: AskedQuestion): Promise<void>;
  /** Removes the answer to a question. */
  startRemoval(question: AskedQuestion): Promise<void>;
  /** Returns the open refresh if one was started by hand. */
  startRefresh(): Promise<StartedRun>;
  /** Has posted answers looked at whose sources or pairs may have changed. */
  startRecheck(): Promise<void>;
  /** Returns false if the draft is already decided, or none waits. */
  decideDraft(review: { readonly messageId: string; readonly accept: boolean }): Promise<boolean>;
  /** The team's review of a pair. Returns false if it is already decided, or none waits. */
  confirmCapture(review: { readonly snapshotId: string; readonly accept: boolean }): Promise<boolean>;
}
