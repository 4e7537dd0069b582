import type { Message } from '../intake/message.ts';
import type { StartedRun } from './runs.ts';

/**
 * The only entrance for messages. Each call returns once the message is saved and its run has been signalled. Calls may
 * be repeated: a message that is delivered twice is handled once.
 */
export interface Intake {
  /** Null if the message cannot lead to anything: a bot wrote it, or it is a system message. */
  messageSeen(message: Message): Promise<StartedRun | null>;
  /**
   * A moderator wants a member's message to be answered where it stands, whatever the rules of its channel say. `handled`: Steward has
   * decided on it before. `no_question`: no member wrote it.
   */
  answerWanted(message: Message): Promise<'taken' | 'handled' | 'no_question'>;
  messageEdited(message: Message): Promise<void>;
  messageDeleted(message: Pick<Message, 'id'>): Promise<void>;
  /** The author of an open window is typing. If this fails, the window only ends sooner. */
  authorTyping(where: {
    readonly guildId: string;
    /** The thread's id, or the channel's. */
    readonly locationId: string;
    readonly authorId: string;
  }): Promise<void>;
}
