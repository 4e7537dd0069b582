import type { ReplyReason, ReplyRecordStatus } from '../reply/reply-record-status.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { AnswerVote, EarlierAnswer, RecallableAnswer } from '../reply/recall.ts';
import type { AskedQuestion } from '../operations/group-questions.ts';
import type { SettledCall } from './usage.ts';

/* What is remembered of questions and their answers. */

export interface StatusChange {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
  readonly now: Date;
}

export interface ReplyRecords {
  replyRecord(messageId: string): Promise<ReplyRecord | null>;
  /**
   * Writes the row unless the message has one, and returns the one that counts. In the same commit a row that was written keeps
   * its answer for recall, if it is to be given again, and the calls that led here are settled.
   */
  insertReplyRecord(
    record: ReplyRecord,
    also?: { readonly recall?: RecallableAnswer | null; readonly settled?: readonly SettledCall[] },
  ): Promise<ReplyRecord>;
  /** Moves a row on; `answered`, `failed` and `removed` are never left again. */
  setStatus(messageId: string, change: StatusChange): Promise<void>;
  /** Takes another answer for a row that is `held`. Ignored for any other. */
  reviseHeld(messageId: string, revised: Pick<ReplyRecord, 'post' | 'answer'>): Promise<void>;
  /** The posts of a row were removed. A row that failed stays failed. */
  markRemoved(messageId: string, now: Date): Promise<void>;
  /**
   * An answer that was made again takes the place of the first one: in the row of the question, in what is posted and in
   * the snapshot. Model calls add up. The revision's own row goes; without one nothing happens.
   */
  adoptRevision(revision: {
    readonly messageId: string;
    readonly revisionId: string;
    readonly status: ReplyRecordStatus;
    readonly postedMessageIds: readonly string[];
    readonly now: Date;
  }): Promise<void>;
  /** A revision that changes nothing. */
  dropRevision(revisionId: string): Promise<void>;
  rememberThread(messageId: string, threadId: string): Promise<void>;
  /** What a row plans is posted as a reply in the channel, without a thread of its own. */
  planReply(messageId: string): Promise<void>;
  /** With the last part the row may move on in the same commit. */
  rememberPart(messageId: string, part: number, postedMessageId: string, end?: StatusChange): Promise<void>;
  /** The record whose answer one of these posted messages belongs to. */
  replyRecordOfPost(postedMessageId: string): Promise<ReplyRecord | null>;
  /** Rows of questions that were asked or answered in a thread, the newest first. */
  repliesInThread(threadId: string, limit: number): Promise<readonly ReplyRecord[]>;
  /** Newest first. */
  recentReplyRecords(limit: number): Promise<readonly ReplyRecord[]>;
}

interface UnansweredQuestions {
  /** How many questions there were, those that were answered included. */
  readonly asked: number;
  /** Oldest first. */
  readonly open: readonly AskedQuestion[];
}

/** What members ask and what nobody answers. */
export interface QuestionRecords {
  /**
   * Questions that were asked since a time, over HTTP and in a terminal, too, and that have no answer: nothing covered them,
   * something failed, or the budget was spent. Without those of people who were erased and those that their asker calls solved, and as `openQuestions` says.
   */
  unansweredSince(time: Date): Promise<UnansweredQuestions>;
  /** Rows of questions to Steward that were asked between two times and have an end, oldest first. Those of erased people count. */
  endedBetween(start: Date, end: Date): Promise<readonly ReplyRecord[]>;
  /**
   * Messages since a time that the heuristic gate or a model's took for no question, as long as their text is kept.
   * Those of people who were erased are gone.
   */
  droppedSince(time: Date): Promise<readonly AskedQuestion[]>;
}

/** Answers that may be given again, and what people thought of them. */
export interface RecallRecords {
  /** Each person's newest vote on an answer counts. Throws a final `PortError` for an interaction that is not there. */
  vote(vote: AnswerVote): Promise<void>;
  /** The votes that count on any of these answers. */
  votesOn(messageIds: readonly string[]): Promise<readonly AnswerVote[]>;
  /** Takes an answer out of recall for good. */
  dropFromRecall(messageId: string): Promise<void>;
  /** Answers since then whose questions are like this one, by their words and by their vectors, the most alike first. */
  earlierAnswers(request: {
    readonly question: string;
    readonly since: Date;
    readonly limit: number;
  }): Promise<readonly EarlierAnswer[]>;
}

/** What a judging model thought of an answer. */
interface Evaluation {
  /** Of the question. */
  readonly messageId: string;
  /** From 0 to 10. */
  readonly score: number;
  readonly model: string;
  /** RFC 3339, UTC. */
  readonly evaluatedAt: string;
}

export interface EvaluationRecords {
  /** The first one counts. */
  saveEvaluation(evaluation: Evaluation): Promise<void>;
  evaluation(messageId: string): Promise<Evaluation | null>;
  evaluationsSince(time: Date): Promise<readonly Evaluation[]>;
}

/** What a member, or a guild, may have used of models in a day, as in the config's `budget`. Null: no limit. */
interface ShareLimits {
  readonly tokens_per_day: number | null;
  readonly calls_per_day: number | null;
}

/** How many questions that are put to Steward itself are answered in an hour, as in the config's `budget`. Null: no limit. */
interface DirectLimits {
  readonly direct_per_member_per_hour: number | null;
  readonly direct_per_channel_per_hour: number | null;
  readonly direct_per_guild_per_hour: number | null;
}

export interface AdmissionRequest {
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly now: Date;
  readonly budget: {
    /** See `usageDay`. */
    readonly day: string;
    readonly per_user: ShareLimits;
    readonly per_guild: ShareLimits;
  };
  /** Null for a question that is not put to Steward itself, or that no limit is for. */
  readonly direct: DirectLimits | null;
  /** Why the question's own words lead no further, or null. */
  readonly refused: ReplyReason | null;
  /** Until then people may answer first; null: they need not. */
  readonly notBefore: Date | null;
  /** Between answers to a member, and in a channel, from the time the last was posted. 0: none. Null: not bound by them. */
  readonly cooldown: {
    readonly user_cooldown_seconds: number;
    readonly channel_cooldown_seconds: number;
  } | null;
}

export type Admission =
  | { readonly outcome: 'admitted' }
  /** It has a row. */
  | { readonly outcome: 'decided' }
  /** `budget_spent`, `asked_too_often`, `cooldown` (it would wait too long, or too many wait), or what the request said. */
  | { readonly outcome: 'refused'; readonly reason: ReplyReason }
  | {
      readonly outcome: 'wait';
      readonly reason: 'cooldown' | 'people_first';
      readonly milliseconds: number;
    };

/** Who may be answered now. A question that was admitted stays so, and holds others back until its answer is posted. */
export interface AdmissionRecords {
  /** One transaction, so that questions at once cannot both pass a cooldown. May be asked again at any time. */
  admit(request: AdmissionRequest): Promise<Admission>;
}
