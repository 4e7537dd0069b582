import type { Message } from '../intake/message.ts';

/** The run that took a message in, so that a caller can watch it. */
export interface BatchRun {
  readonly workflowId: string;
  readonly runId: string;
}

/**
 * The only entrance for messages. Each call returns once the message is saved and its run has been signalled. Calls may
 * be repeated: a message that is delivered twice is handled once.
 */
export interface Intake {
  /** Null if the message cannot lead to anything: a bot wrote it, or it is a system message. */
  messageSeen(message: Message): Promise<BatchRun | null>;
  messageEdited(message: Message): Promise<void>;
  messageDeleted(message: Pick<Message, 'id'>): Promise<void>;
  /** The author of an open window is typing. If this fails, the window only ends sooner. */
  authorTyping(where: AuthorAt): Promise<void>;
}

interface AuthorAt {
  readonly guildId: string;
  /** The thread's id, or the channel's. */
  readonly locationId: string;
  readonly authorId: string;
}
