/** A question of which it is known what answers it, and what became of it. */
export interface JudgedQuestion {
  /** The sources that answer it; none: silence is right. */
  readonly expected: readonly string[];
  readonly answered: boolean;
  readonly citedIds: readonly string[];
}

/** Rates are from 0 to 1, and 0 where there was nothing to divide by. */
export interface AnswerRates {
  readonly covered: number;
  readonly uncovered: number;
  /** Of the covered questions, those answered. */
  readonly answerRate: number;
  /** Of the uncovered questions, those met with silence. */
  readonly correctSilenceRate: number;
  /** Of the uncovered questions, those answered. */
  readonly falseAnswerRate: number;
  /** Of the answers to covered questions, those that cite expected sources and nothing else. */
  readonly citationPrecision: number;
}

export function answerRates(questions: readonly JudgedQuestion[]): AnswerRates {
  const covered = questions.filter(({ expected }) => expected.length > 0);
  const uncovered = questions.filter(({ expected }) => expected.length === 0);
  const answered = covered.filter(isAnswered);
  const falseAnswers = uncovered.filter(isAnswered);
  return {
    covered: covered.length,
    uncovered: uncovered.length,
    answerRate: rate(answered.length, covered.length),
    correctSilenceRate: rate(uncovered.length - falseAnswers.length, uncovered.length),
    falseAnswerRate: rate(falseAnswers.length, uncovered.length),
    citationPrecision: rate(answered.filter(citesOnlyExpected).length, answered.length),
  };
}

/** From this score on an answer helps: the judge's prompt gives it to what is right, if with a gap. */
const helpfulScore = 7;

/** What a judge says of the answers; null where none was judged. */
export interface Helpfulness {
  readonly judged: number;
  /** From 0 to 10. */
  readonly meanScore: number | null;
  /** Of all questions that are covered, those with an answer that helps. */
  readonly helpfulRate: number | null;
}

export function helpfulness(
  questions: readonly (JudgedQuestion & { readonly score: number | null })[],
): Helpfulness {
  const scores = questions.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return { judged: 0, meanScore: null, helpfulRate: null };
  const covered = questions.filter(({ expected }) => expected.length > 0);
  const helpful = covered.filter(({ score }) => score !== null && score >= helpfulScore);
  const sum = scores.reduce((total, score) => total + score, 0);
  return {
    judged: scores.length,
    meanScore: sum / scores.length,
    helpfulRate: rate(helpful.length, covered.length),
  };
}

export const citesOnlyExpected = ({ expected, citedIds }: JudgedQuestion): boolean =>
  citedIds.length > 0 && citedIds.every((id) => expected.includes(id));

const isAnswered = ({ answered }: JudgedQuestion): boolean => answered;

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
