import { measureTeam } from './team.ts';
import { askAll, type AskedQuestion } from './measure.ts';
import { documentationNames } from './documentations.ts';
import { report, round, type BenchOptions } from '../bench-results.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { openExtractiveModel } from '../quality/extractive-model.ts';
import { summarise, told } from '../quality/quality-measure.ts';

const small = { pages: 60, questions: 40 };
const full = { pages: 3_000, questions: 60 };

/**
 * How well the embedded model answers from eight documentations without the lines that contain the questions, and how
 * often it answers questions that they do not cover. `--full` takes all pages.
 */
export async function run({ show, full: all, ...options }: BenchOptions): Promise<void> {
  await using embeddings = await openCachedEmbeddings();
  const model = openExtractiveModel();
  const asked = await askAll(model, embeddings, all ? full : small);
  if (show) for (const one of asked) process.stdout.write(`${told(one.of, one)}\n`);
  const of = (name: string) => ratesOf(asked.filter((one) => one.of === name));
  const { pairs, answered, answeredOrOffered, nearMisses } = await measureTeam(model);
  const result = {
    ...ratesOf(asked),
    near_miss_false: nearMisses / pairs,
    team_answered: answered / pairs,
    team_answered_or_offered: answeredOrOffered / pairs,
    by_documentation: Object.fromEntries(documentationNames.map((name) => [name, of(name)])),
  };
  report('answers', result, options);
}

function ratesOf(asked: readonly AskedQuestion[]) {
  const { covered, uncovered, answerRate, citationPrecision, falseAnswerRate } = summarise(asked);
  const pointedAt = asked.filter(({ isPointedAt }) => isPointedAt).length;
  return {
    covered,
    uncovered,
    answered: round(answerRate ?? 0, 3),
    right_source: round(citationPrecision ?? 0, 3),
    false_answers: round(falseAnswerRate ?? 0, 3),
    pointers_right: round(pointedAt / covered, 3),
  };
}
