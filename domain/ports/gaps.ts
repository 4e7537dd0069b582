import type { Gap, GapDecision, GapKind, GapQuestion } from '../operations/gaps.ts';
import type { AskedQuestion } from '../operations/group-questions.ts';

/** A question that is filed, and what it was asked against last. */
interface FiledQuestion extends AskedQuestion {
  readonly gapId: string;
  /** Hash of the sources that it retrieved; null: it is to be asked again. */
  readonly retrieved: string | null;
}

/**
 * What the documents lack. Ids of questions and decisions about them; the words stay in the rows of the questions, and a gap
 * goes with the person who was erased, since its name may hold their words. Its other questions are filed again.
 */
export interface GapRecords {
  /** Questions since a time that found no answer and are in no gap yet, those that the team answered included. Oldest first. */
  unfiledQuestions(since: Date): Promise<readonly AskedQuestion[]>;
  /** Files a question under the gap of this name, which is opened for it unless it is there. The first filing counts. */
  fileQuestion(filed: {
    readonly messageId: string;
    readonly name: string;
    readonly kind: GapKind;
    readonly retrieved: string | null;
    readonly askedAt: string;
  }): Promise<void>;
  /** Of gaps that nobody dismissed, those that no answer was found for first, then the newest first. */
  filedQuestions(limit: number): Promise<readonly FiledQuestion[]>;
  /** A question was asked again. */
  saveAskedAgain(
    asked: Pick<GapQuestion, 'messageId' | 'answeredBy'> & {
      readonly retrieved: string;
      readonly askedAt: string;
    },
  ): Promise<void>;
  /** All of them, those with the most askers first. */
  gaps(): Promise<readonly Gap[]>;
  /** Files all questions of a gap under another, which keeps its name. False when there are no two such gaps. */
  mergeGaps(merged: { readonly gapId: string; readonly into: string }): Promise<boolean>;
  /** Null: as if nobody had decided anything. False when there is no such gap. */
  decideGap(decided: {
    readonly gapId: string;
    readonly decision: GapDecision | null;
    readonly now: Date;
  }): Promise<boolean>;
}

/** Where drafts become issues: the repository of the documents. */
export interface Issues {
  /**
   * Opens an issue, or finds the one with this mark, which it has at its end and no reader sees. Throws `PortError`. Two calls at
   * the same time may open two.
   */
  open(issue: { readonly mark: string; readonly title: string; readonly text: string }): Promise<{
    readonly url: string;
  }>;
}
