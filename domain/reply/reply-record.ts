import type { AnswerType, ToolName } from '../models/decisions.ts';
import type { QuestionOrigin } from '../intake/form-snapshot.ts';
import type { ModerationFinding } from '../moderation/moderation-types.ts';
import type { ReplyRecordStatus, ReplyReason } from './reply-record-status.ts';
import type { ModelErrorCode } from '../values/error-codes.ts';
import type { QaId } from '../values/qa-id.ts';
import type { StatusStep } from './reply-status.ts';

export interface Citation {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  /** The day of a document's last change, like 2025-03-01, as far as it says. */
  readonly date?: string | null | undefined;
  /** The used pairs of a team source. */
  readonly qaIds: readonly QaId[];
}

export interface ModelCallRecord {
  readonly decision: string;
  readonly model: string;
  readonly inputTokens: number;
  /** The part of them that the provider read from its cache. */
  readonly cachedTokens?: number;
  readonly outputTokens: number;
  /** US dollars; null if the config has no price for the model. */
  readonly costUsd: number | null;
  readonly milliseconds: number;
  /** Why there was no answer; null or absent if there was one. */
  readonly error?: ModelErrorCode | null;
}

/** A lookup by generation, and its result. */
export interface ToolCallRecord {
  readonly tool: ToolName;
  readonly result: 'found' | 'nothing' | 'refused' | 'failed';
  readonly milliseconds: number;
}

/** A decision on the way to the answer, nearly always a model's. The row itself holds the answer of generation. */
export interface DecisionRecord {
  readonly decision: string;
  readonly value: unknown;
}

/** One run of one node of the graph. A repaired draft runs some nodes twice. */
export interface NodeTime {
  readonly node: string;
  readonly milliseconds: number;
}

/** The posts of a reply, in order. They are decided once and stored, so that every attempt posts the same. */
export interface PlannedPost {
  readonly style: 'thread' | 'reply';
  /** The thread's title, at most 100 characters. */
  readonly title: string;
  readonly parts: readonly string[];
}

/** A question as numbers: the closer two of one model, the more alike the questions' meanings. */
export interface QuestionVector {
  readonly model: string;
  /** Thousandths, so that they are short as text. */
  readonly values: readonly number[];
}

/** The sections of documents and the pairs that an answer rests on, by hashes of their texts. */
export interface RestsOn {
  /** The version of the reader of documents that the texts came from. */
  readonly reader: number;
  readonly sources: readonly { readonly sourceId: string; readonly hashes: readonly string[] }[];
  /** The team's pair that has corrected the answer since. */
  readonly correctedBy?: QaId;
  /** The answer was taken back; what its sources say then, by `presentState`. It is looked at again when they say something else. */
  readonly missing?: string;
}

export interface ReplyRecord extends QuestionOrigin {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
  /** Null if nothing is posted. */
  readonly post: PlannedPost | null;
  readonly answer: string | null;
  /** The sources loaded for the answer, in the order of selection. */
  readonly sourceIds: readonly string[];
  readonly citations: readonly Citation[];
  /** The sources nearest to a question that nothing covers; absent if there was no search for them. */
  readonly nearest?: readonly Pick<Citation, 'sourceId' | 'title' | 'url'>[];
  /** Of a question that nothing covers, for finding others like it; absent if there were no embeddings. */
  readonly vector?: QuestionVector | null;
  /** Absent if it cites nothing. */
  readonly restsOn?: RestsOn;
  /**
   * The last look at the answer after that had changed, and whether it still held. On an answer that corrects another: its beginning,
   * and whether the team said so. `isUntold`: it did not hold, and there was nobody to tell.
   */
  readonly rechecked?: {
    readonly at: string;
    readonly holds: boolean;
    readonly byTeam?: boolean;
    readonly isUntold?: true;
  };
  /** The team has answered a question that has no answer. */
  readonly teamAnswered?: true;
  readonly libraryGeneration: number;
  readonly modelCalls: readonly ModelCallRecord[];
  /** The name of the graph that it ran through. */
  readonly graph: string;
  /** One of the configured topics, or null. */
  readonly topic: string | null;
  /** Null if generation did not finish. */
  readonly answerType: AnswerType | null;
  /** The model's own estimate, from 0 to 10; null if generation did not finish. */
  readonly confidence: number | null;
  /** Types and rules of what moderation found. */
  readonly moderation: readonly ModerationFinding[];
  /** The asker's language in ISO 639-3, including `und` and `zxx`; null if it was not detected. */
  readonly language: string | null;
  /** The question in the working language, and the answer before its translation; null without translation. */
  readonly translatedQuestion: string | null;
  readonly untranslatedAnswer: string | null;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly decisions: readonly DecisionRecord[];
  /** In order, including the final status. */
  readonly statuses: readonly StatusStep[];
  readonly nodeTimes: readonly NodeTime[];
  /** Where the answer was posted, once known. */
  readonly postedThreadId: string | null;
  readonly postedMessageIds: readonly string[];
}

/** The question of a row, which is a revision's if a time follows a dot. */
export const questionIdOf = (rowId: string): string => rowId.split('.')[0] ?? rowId;
