import type { GapKind } from '../models/decisions.ts';
import type { Gap, GapResolution, GapQuestion } from '../operations/gaps.ts';
import type { AskedQuestion } from '../operations/group-questions.ts';

/** A filed question. */
interface FiledQuestion extends AskedQuestion {
  readonly gapId: string;
  /** Hash of the sources that its last search retrieved. Null: it has to be asked again. */
  readonly retrieved: string | null;
}

/**
 * Gaps of the documents: ids of questions and what people have made of them. The texts stay in the rows of the questions.
 * Erasing a person deletes the gaps of their questions, whose names may hold their words; the other questions are filed
 * again.
 */
export interface GapRecords {
  /** Questions since a time without an answer and not in a gap yet, oldest first. Includes those that the team answered. */
  unfiledQuestions(since: Date): Promise<readonly AskedQuestion[]>;
  /**
   * Files a question under the gap of this name, and opens the gap if it does not exist. A question is filed only once.
   */
  fileQuestion(filed: {
    readonly messageId: string;
    readonly name: string;
    readonly kind: GapKind;
    readonly retrieved: string | null;
    readonly askedAt: string;
  }): Promise<void>;
  /** Questions in gaps that nobody dismissed: those without an answer first, then newest first. */
  filedQuestions(limit: number): Promise<readonly FiledQuestion[]>;
  /** Records that a question was asked again. */
  saveAskedAgain(
    asked: Pick<GapQuestion, 'messageId' | 'answeredBy'> & {
      readonly retrieved: string;
      readonly askedAt: string;
    },
  ): Promise<void>;
  /** All gaps, those with the most askers first. */
  gaps(): Promise<readonly Gap[]>;
  /** Moves all questions of a gap into another, which keeps its name. Returns false unless both exist and differ. */
  mergeGaps(merged: { readonly gapId: string; readonly into: string }): Promise<boolean>;
  /** Null removes the resolution. Returns false if there is no such gap. */
  resolveGap(resolved: {
    readonly gapId: string;
    readonly resolution: GapResolution | null;
    readonly now: Date;
  }): Promise<boolean>;
}

/** The issue tracker of the documents' repository, where drafts become issues. */
export interface Issues {
  /** Opens an issue, or finds the one with this hidden mark. Throws a `PortError`. Two simultaneous calls may open two. */
  open(issue: { readonly mark: string; readonly title: string; readonly text: string }): Promise<{
    readonly url: string;
  }>;
}
