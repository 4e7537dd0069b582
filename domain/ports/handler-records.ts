import type { Pause } from '../intake/routing.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { ReplyRecordStatus } from '../reply/reply-record-status.ts';

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
  /** A secret for hashes, of visitors' addresses first: made at the first call, the same at every later one and on every host. */
  visitorSalt(): Promise<string>;
}

/** What is remembered of buttons, commands and visitors. */
export interface HandlerRecords extends VoteReasons, PauseRecords, CausedPosts, ResponseRecords, Visitors {}

/** Who may use the page, as Discord said when they asked for a link. */
export interface PageAccess {
  readonly userId: string;
  readonly isTeam: boolean;
}

/** What a moderator has changed on the page. */
export interface PageChange {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly userId: string;
  readonly action: string;
  /** An id: of a question, a pair or a run. Never a text. */
  readonly subject: string;
}

/** The moderators' page: who may use it, what they changed, and the questions that it shows. */
export interface PageRecords {
  /** Of a link or a session a hash alone is saved. Those that have expired go. */
  savePageKey(
    key: PageAccess & { readonly hash: string; readonly kind: 'link' | 'session'; readonly expiresAt: Date },
  ): Promise<void>;
  /** Whose link it is, once. Null for one that was used, has expired or was never given. */
  takePageLink(hash: string): Promise<PageAccess | null>;
  pageSession(hash: string): Promise<PageAccess | null>;
  endPageSession(hash: string): Promise<void>;
  logPageChange(change: PageChange): Promise<void>;
  /** Newest first. */
  pageChanges(limit: number): Promise<readonly PageChange[]>;
  /** Newest first. `text` stands anywhere in the question, the answer, or what they rest on. */
  replyRecordsWhere(wanted: {
    readonly status?: ReplyRecordStatus | undefined;
    /** Somebody says that the answer did not help. */
    readonly notHelpful?: boolean | undefined;
    readonly text?: string | undefined;
    readonly since?: Date | undefined;
    readonly limit: number;
    readonly offset?: number | undefined;
  }): Promise<readonly ReplyRecord[]>;
}
