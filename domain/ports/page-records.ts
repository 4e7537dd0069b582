import type { ReplyRecord } from '../reply/reply-record.ts';
import type { ReplyRecordStatus } from '../reply/reply-record-status.ts';

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
    readonly text?: string | undefined;
    readonly since?: Date | undefined;
    readonly limit: number;
    readonly offset?: number | undefined;
  }): Promise<readonly ReplyRecord[]>;
}
