/** A question whose correct sources are known, and its result. */
export interface JudgedQuestion {
  /** The sources that answer it. If there are none, silence is right. */
  readonly expected: readonly string[];
  readonly answered: boolean;
  readonly citedIds: readonly string[];
}

/** Rates are from 0 to 1; null if there is nothing of which they are a share. */
export function answerRates(questions: readonly JudgedQuestion[]) {
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
    /** The share of answers to covered questions that cite expected sources only. */
    citationPrecision: rate(answered.filter(citesOnlyExpected).length, answered.length),
  };
}

/** Whether the passages that an answer needs stood in the prompts that made it; null for a prompt that there was not. */
export interface EvidenceShown {
  readonly first: boolean | null;
  readonly afterTools: boolean | null;
  readonly verification: boolean | null;
}

/** The shares of the questions with passages whose passages all stood in a prompt. */
export function evidenceRates(evidence: readonly EvidenceShown[]) {
  const share = (of: keyof EvidenceShown) => {
    const prompts = evidence.filter((one) => one[of] !== null);
    return rate(prompts.filter((one) => one[of]).length, prompts.length);
  };
  return {
    completeFirst: share('first'),
    completeAfterTools: share('afterTools'),
    verifySees: share('verification'),
  };
}

/** Scores from this on are helpful: the judge's prompt gives 7 to an answer that is right but incomplete. */
const helpfulScore = 7;

/** A judging model's scores, from 0 to 10, and the share of covered questions that got a helpful answer; null if it judged nothing. */
export function helpfulness(questions: readonly (JudgedQuestion & { readonly score: number | null })[]) {
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

const rate = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
