import type { AnswerType, Citation } from './reply-record.ts';
import type { UsedSource } from './recall.ts';
import type { ModerationFinding } from '../moderation/moderation-types.ts';
import type { AIReason } from './reply-record-status.ts';

/** What the reply graph returns. `debug` holds decisions and ids for the record, and is never posted. */
export interface AIResult {
  readonly should_reply: boolean;
  readonly reply_text: string | null;
  readonly citations: readonly Citation[];
  readonly debug: {
    readonly reason: AIReason;
    readonly selectedSourceIds: readonly string[];
    /** What was loaded, best first: the nearest pages when nothing covers the question. */
    readonly nearest: readonly Citation[];
    /** What the draft was written from, as it was then. */
    readonly usedSources: readonly UsedSource[];
    readonly topic: string | null;
    readonly answerType: AnswerType | null;
    readonly confidence: number | null;
    /** The member's words as the record keeps them, masked. */
    readonly written: string;
    readonly moderation: readonly ModerationFinding[];
    /** The asker's, in ISO 639-3; null when nobody has looked. */
    readonly language: string | null;
    /** The question as it was put to the model, if it was translated. */
    readonly translatedQuestion: string | null;
    /** The answer as it was verified, if it was translated. */
    readonly untranslatedAnswer: string | null;
  };
}
