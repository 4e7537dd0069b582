import type { Message } from '../intake/message.ts';

/** Which run took a message in, so that a caller can watch it. */
export interface BatchRun {
  readonly workflowId: string;
  readonly runId: string;
}

/**
 * The one way in. Each call returns when the message is kept and the run that waits for it is told, and may be
 * repeated: a message is handled once, whatever is delivered twice.
 */
export interface Intake {
  /** Null when the message can lead to nothing (written by a bot, or a system message). */
  messageSeen(message: Message): Promise<BatchRun | null>;
  messageEdited(message: Message): Promise<void>;
  messageDeleted(message: Pick<Message, 'id'>): Promise<void>;
}
