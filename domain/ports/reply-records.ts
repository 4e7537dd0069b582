import type {
  RehearsalJudgement,
  RehearsedEnd,
  RehearsedQuestion,
} from '../reply/rehearsal/rehearsed-question.ts';
import type { MemberLimits, ShareRequest } from '../reply/member-shares.ts';
import type { ReplyReason, ReplyRecordStatus } from '../reply/reply-record-status.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { AnswerVote, EarlierAnswer, RecallableAnswer } from '../reply/recall.ts';
import type { SettledCall } from './usage.ts';

/* Records of questions and their answers. */

export interface StatusChange {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
  readonly now: Date;
}

export interface ReplyRecords {
  replyRecord(messageId: string): Promise<ReplyRecord | null>;
  /**
   * Writes the row unless the message has one, and returns the saved row. The same transaction saves the answer for
   * recall, if the row was written and the answer may be given again, and settles the calls that led to it.
   */
  insertReplyRecord(
    record: ReplyRecord,
    also?: {
      readonly recall?: RecallableAnswer | null;
      readonly settled?: readonly SettledCall[];
    },
  ): Promise<ReplyRecord>;
  /** Changes a row's status; `answered`, `failed` and `removed` are final. */
  setStatus(messageId: string, change: StatusChange): Promise<void>;
  /** Replaces parts of a record, as it is now. Null, or no such record: nothing changes. */
  revise(
    messageId: string,
    changes: (
      record: ReplyRecord,
    ) => Partial<
      Pick<ReplyRecord, 'post' | 'answer' | 'restsOn' | 'rechecked' | 'teamAnswered' | 'status'>
    > | null,
  ): Promise<void>;
  /**
   * Replaces an answer by its revision: in the question's row, in the posts and in the snapshot. Model calls add up.
   * Deletes the revision's own row; does nothing if there is none.
   */
  adoptRevision(revision: {
    readonly messageId: string;
    readonly revisionId: string;
    readonly status: ReplyRecordStatus;
    readonly postedMessageIds: readonly string[];
  }): Promise<void>;
  /** Deletes a revision that changes nothing. */
  dropRevision(revisionId: string): Promise<void>;
  rememberThread(messageId: string, threadId: string): Promise<void>;
  /** For the last part, `end` changes the row's status in the same transaction. */
  rememberPart(messageId: string, part: number, postedMessageId: string, end?: StatusChange): Promise<void>;
  /** The record whose answer this posted message belongs to. */
  replyRecordOfPost(postedMessageId: string): Promise<ReplyRecord | null>;
  /** Newest first, at most `limit`. `text` may occur anywhere in the question, the answer or its sources. */
  replyRecordsWhere(wanted: {
    readonly status?: ReplyRecordStatus | undefined;
    /** Only answers that somebody voted not helpful. */
    readonly notHelpful?: boolean | undefined;
    readonly text?: string | undefined;
    /** Only questions that count, once they have ended. */
    readonly counted?: boolean;
    readonly since?: Date | undefined;
    readonly until?: Date;
    /** Questions that were asked or answered in this thread. */
    readonly threadId?: string | undefined;
    readonly limit: number;
    readonly offset?: number | undefined;
  }): Promise<readonly ReplyRecord[]>;
}

/** Answers that may be given again, and votes on them. */
export interface RecallRecords {
  /** A newer vote of a person replaces the older one. Throws a final `PortError` if the reply record is unknown. */
  vote(vote: AnswerVote): Promise<void>;
  /** The valid votes on any of these answers. */
  votesOn(messageIds: readonly string[]): Promise<readonly AnswerVote[]>;
  /** Removes an answer from recall for good. */
  dropFromRecall(messageId: string): Promise<void>;
  /** Answers since then that somebody found helpful and whose questions are near this one, the nearest first. */
  helpfulAnswers(request: {
    readonly question: string;
    readonly since: Date;
    readonly limit: number;
  }): Promise<readonly EarlierAnswer[]>;
}

/** Questions of rehearsals, for as long as snapshots are kept. */
export interface RehearsalRecords {
  /** Keeps an earlier one with the same id. Returns false, and writes nothing, if it holds words of a person erased since. */
  saveRehearsed(question: RehearsedQuestion): Promise<boolean>;
  rehearsed(id: string): Promise<RehearsedQuestion | null>;
  endRehearsed(id: string, end: RehearsedEnd): Promise<void>;
  /** Returns false for an unknown question. */
  judgeRehearsed(id: string, judged: RehearsalJudgement): Promise<boolean>;
  /** The questions of one rehearsal, oldest first. */
  rehearsedIn(rehearsal: string): Promise<readonly RehearsedQuestion[]>;
  /** All rehearsals, newest first. */
  rehearsals(): Promise<readonly string[]>;
}

export interface AdmissionRequest {
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly now: Date;
  readonly isDirect: boolean;
  /** Null if the limits for members do not hold for it. */
  readonly limits: MemberLimits | null;
  /** The reason to refuse the question for its own words, or null. */
  readonly refused: ReplyReason | null;
  /** Other people may answer until then. Null if there is no such wait. */
  readonly notBefore: Date | null;
  /** The pause after a posted answer, per member and per channel; 0 means none. Null if cooldowns do not apply. */
  readonly cooldown: {
    readonly user_cooldown_seconds: number;
    readonly channel_cooldown_seconds: number;
  } | null;
}

export type Admission =
  | { readonly outcome: 'admitted' }
  /** The question already has a row. */
  | { readonly outcome: 'decided' }
  /** `budget_spent`, `asked_too_often`, `cooldown` (too long a wait, or too many that wait), or the request's own reason. */
  | { readonly outcome: 'refused'; readonly reason: ReplyReason }
  | {
      readonly outcome: 'wait';
      readonly reason: 'cooldown' | 'people_first';
      readonly milliseconds: number;
    };

/** Decides who may be answered now. Admission is final, and holds others back until the answer is posted. */
export interface AdmissionRecords {
  /** One transaction, so that simultaneous questions cannot both pass a cooldown. May be repeated at any time. */
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Takes a share, or returns false if the member or the channel has used theirs up. */
  takeShare(request: ShareRequest): Promise<boolean>;
}

/** Records contain whole answers and all decisions, so reading all of them at once would need too much memory. */
const readAtOnce = 1_000;

/** What is counted of every such question, newest first; of the newest 50,000 if there are more. */
export async function figuresOfQuestions<Figures>({
  records,
  figuresOf,
  ...wanted
}: Pick<Parameters<ReplyRecords['replyRecordsWhere']>[0], 'since' | 'until' | 'counted'> & {
  readonly records: Pick<ReplyRecords, 'replyRecordsWhere'>;
  readonly figuresOf: (record: ReplyRecord) => Figures;
}): Promise<readonly Figures[]> {
  // A Map by id, because a new question shifts the pages and shows a record twice.
  const figures = new Map<string, Figures>();
  for (let offset = 0; offset < 50_000; offset += readAtOnce) {
    const read = await records.replyRecordsWhere({ ...wanted, limit: readAtOnce, offset });
    for (const record of read) figures.set(record.messageId, figuresOf(record));
    if (read.length < readAtOnce) break;
  }
  return [...figures.values()];
}
