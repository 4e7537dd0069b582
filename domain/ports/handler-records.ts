import type { Pause } from '../intake/routing.ts';

interface PauseRecords {
  pause(pause: Pause): Promise<void>;
  /** Takes back the pause of one channel, or the one of everywhere; those of single channels stay then. */
  resume(channelId: string | null): Promise<void>;
  pauses(): Promise<readonly Pause[]>;
}

/** Posts that are made once for a cause, even if they are requested twice: a call for help, a notice, a draft to review. */
interface CausedPosts {
  /** The id of what was posted for a cause, or null. */
  postFor(cause: string): Promise<string | null>;
  /** The cause that a post was remembered for, or null. */
  causeOf(postedMessageId: string): Promise<string | null>;
  /** The first post that is remembered for a cause stays. */
  rememberPostFor(cause: string, postedMessageId: string): Promise<void>;
}

/** How a command is answered: Discord's token of its interaction, good for a quarter of an hour. */
interface ResponseRecords {
  saveResponse(response: {
    /** Of the reply record that holds the answer. */
    readonly messageId: string;
    readonly token: string;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** Null when there is none, or it has expired. */
  responseToken(messageId: string): Promise<string | null>;
}

/** Why an answer was not helpful, in the voter's words. */
interface VoteReasons {
  /** The newest reason of a person counts. */
  saveVoteReason(given: {
    readonly messageId: string;
    readonly userId: string;
    readonly reason: string;
  }): Promise<void>;
  voteReasons(messageId: string): Promise<readonly string[]>;
}

interface Visitors {
  /** What visitors' addresses are hashed with: made at the first call, the same at every later one and on every host. */
  visitorSalt(): Promise<string>;
}

/** What is remembered of buttons, commands and visitors. */
export interface HandlerRecords extends VoteReasons, PauseRecords, CausedPosts, ResponseRecords, Visitors {}
