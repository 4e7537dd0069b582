import type { ModerationFinding } from '../moderation/moderation-types.ts';
import type { ReplyRecordStatus, ReplyReason } from './reply-record-status.ts';
import type { ModelErrorCode } from '../values/error-codes.ts';
import type { QaId } from '../values/qa-id.ts';
import type { StatusStep } from './reply-status.ts';

export interface Citation {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  /** The pairs used of a team source. */
  readonly qaIds: readonly QaId[];
}

export interface ModelCallRecord {
  readonly decision: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the config has no price for the model. */
  readonly costUsd: number | null;
  readonly milliseconds: number;
  /** Why it gave no answer; null or absent where it did. */
  readonly error?: ModelErrorCode | null;
}

/**
 * What an answer is: one from the sources; a question back to the member; nothing of this project's; or something of this
 * project's that another place is there for.
 */
export const answerTypes = ['answer', 'clarifying', 'out_of_scope', 'elsewhere'] as const;

export type AnswerType = (typeof answerTypes)[number];

export const toolNames = ['search', 'read', 'check_url'] as const;

/** What generation looked up by itself, and how that ended. */
export interface ToolCallRecord {
  readonly tool: (typeof toolNames)[number];
  readonly result: 'found' | 'nothing' | 'refused' | 'failed';
  readonly milliseconds: number;
}

/** What a model decided on the way; generation's own answer stands in the row. */
export interface DecisionRecord {
  readonly decision: string;
  readonly value: unknown;
}

/** One run of one node of the graph; a draft that is repaired runs some of them twice. */
export interface NodeTime {
  readonly node: string;
  readonly milliseconds: number;
}

/** What is posted, in order; decided once and stored, so that every attempt posts the same. */
export interface PlannedPost {
  readonly style: 'thread' | 'reply';
  /** Of the thread, at most 100 characters. */
  readonly title: string;
  readonly parts: readonly string[];
}

export interface ReplyRecord {
  /** The id of the batch's last message, and of its snapshot. */
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly threadId: string | null;
  readonly authorId: string;
  readonly askedDirectly: boolean;
  readonly question: string;
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
  /** Null when nothing is posted. */
  readonly post: PlannedPost | null;
  readonly answer: string | null;
  /** Loaded for the answer, in the order of selection. */
  readonly sourceIds: readonly string[];
  readonly citations: readonly Citation[];
  /** What comes nearest to a question that nothing covers; absent where nobody looked. */
  readonly nearest?: readonly Pick<Citation, 'sourceId' | 'title' | 'url'>[];
  readonly libraryGeneration: number;
  readonly modelCalls: readonly ModelCallRecord[];
  /** The set of steps that it went through. */
  readonly graph: string;
  /** One of the configured topics, or null. */
  readonly topic: string | null;
  /** Null unless generation came to an end. */
  readonly answerType: AnswerType | null;
  /** The model's own, from 0 to 10; null unless generation came to an end. */
  readonly confidence: number | null;
  /** What moderation found: types and rules. */
  readonly moderation: readonly ModerationFinding[];
  /** The asker's language in ISO 639-3, `und` and `zxx` among them; null when nobody has looked. */
  readonly language: string | null;
  /** The question in the working language, and the answer before it was put into the asker's; null without translation. */
  readonly translatedQuestion: string | null;
  readonly untranslatedAnswer: string | null;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly decisions: readonly DecisionRecord[];
  /** In order, the final status included. */
  readonly statuses: readonly StatusStep[];
  readonly nodeTimes: readonly NodeTime[];
  readonly createdAt: string;
  /** Where the answer went, once known. */
  readonly postedThreadId: string | null;
  readonly postedMessageIds: readonly string[];
}
