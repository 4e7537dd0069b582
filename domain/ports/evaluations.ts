/** What a judging model thought of an answer. */
export interface Evaluation {
  /** Of the question. */
  readonly messageId: string;
  /** From 0 to 10. */
  readonly score: number;
  readonly model: string;
  /** RFC 3339, UTC. */
  readonly evaluatedAt: string;
  /** Judged before it was posted: one below the mark was not. */
  readonly beforePosting: boolean;
}

export interface EvaluationRecords {
  /** The first one counts. */
  keepEvaluation(evaluation: Evaluation): Promise<void>;
  evaluation(messageId: string): Promise<Evaluation | null>;
  evaluationsSince(time: Date): Promise<readonly Evaluation[]>;
}
