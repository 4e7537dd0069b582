import type { Citation, ReplyRecord, RestsOn } from './reply-record.ts';
import type { UsedSource } from './recall.ts';
import type { AIReason } from './reply-record-status.ts';

/** The result of the reply graph. `debug` holds decisions and ids for the record and is never posted. */
export interface AIResult {
  readonly should_reply: boolean;
  readonly reply_text: string | null;
  readonly citations: readonly Citation[];
  readonly debug: Findings & {
    readonly reason: AIReason;
    readonly selectedSourceIds: readonly string[];
    /** The loaded sources, best first: the nearest pages if nothing covers the question. */
    readonly nearest: readonly Citation[];
    /** The sources of the draft, with their hashes at that time. */
    readonly usedSources: readonly UsedSource[];
    readonly restsOn: RestsOn['sources'];
    /** The gate found no question in it, such as a remark to Steward. */
    readonly asksNothing?: boolean;
    /** The member's words, masked, as the record keeps them. */
    readonly written: string;
  };
}

/** What the record keeps as it was found. */
type Findings = Pick<
  ReplyRecord,
  | 'topic'
  | 'answerType'
  | 'confidence'
  | 'moderation'
  | 'language'
  | 'translatedQuestion'
  | 'untranslatedAnswer'
>;
