import type { AnswerType } from '../models/decisions.ts';
import type { Citation } from './reply-record.ts';
import type { UsedSource } from './recall.ts';
import type { ModerationFinding } from '../moderation/moderation-types.ts';
import type { AIReason } from './reply-record-status.ts';

/** The result of the reply graph. `debug` holds decisions and ids for the record and is never posted. */
export interface AIResult {
  readonly should_reply: boolean;
  readonly reply_text: string | null;
  readonly citations: readonly Citation[];
  readonly debug: {
    readonly reason: AIReason;
    readonly selectedSourceIds: readonly string[];
    /** The loaded sources, best first: the nearest pages if nothing covers the question. */
    readonly nearest: readonly Citation[];
    /** The sources of the draft, with their hashes at that time. */
    readonly usedSources: readonly UsedSource[];
    readonly topic: string | null;
    readonly answerType: AnswerType | null;
    readonly confidence: number | null;
    /** The member's words, masked, as the record keeps them. */
    readonly written: string;
    readonly moderation: readonly ModerationFinding[];
    /** The asker's language in ISO 639-3; null if it was not detected. */
    readonly language: string | null;
    /** The question that the model saw, if it was translated. */
    readonly translatedQuestion: string | null;
    /** The verified answer, if it was translated. */
    readonly untranslatedAnswer: string | null;
  };
}
