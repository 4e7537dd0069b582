import type { Model } from '../../domain/ports/model.ts';
import { measureTeam } from './team.ts';
import { askAll, type AskedQuestion } from './measure.ts';
import { documentationNames } from './documentations.ts';
import { percent, printResult, round, type BenchOptions } from '../bench-results.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { openExtractiveModel } from '../quality/extractive-model.ts';

const small = { pages: 60, questions: 40 };
const full = { pages: 3_000, questions: 60 };

/**
 * How well the embedded model answers from eight documentations without the lines that contain the questions, and how
 * often it answers questions that they do not cover. `--full` takes all pages.
 */
export async function run({ json, show, full: all }: BenchOptions): Promise<void> {
  const embeddings = await openCachedEmbeddings();
  const model = openExtractiveModel();
  try {
    const asked = await askAll(model, embeddings, all ? full : small);
    if (show) for (const one of asked) process.stdout.write(`${told(one)}\n`);
    printAnswers(asked);
    const team = await printTeam(model);
    if (json) printResult('answers', { ...ratesOf(asked), ...team });
  } finally {
    embeddings.close();
  }
}

function printAnswers(asked: readonly AskedQuestion[]): void {
  process.stdout.write('documentation  covered  answered  right source  pointed at  uncovered  false\n');
  for (const name of documentationNames)
    print(
      name,
      asked.filter(({ of }) => of === name),
    );
  print('all', asked);
}

async function printTeam(model: Model) {
  const { pairs, answered, answeredOrOffered, nearMisses } = await measureTeam(model);
  process.stdout.write(
    `\nteam pairs: ${pairs}; asked in other words: ${answered} answered, ${answeredOrOffered} answered or offered; ` +
      `near misses answered in the team's name: ${nearMisses}\n`,
  );
  return {
    near_miss_false: nearMisses / pairs,
    team_answered: answered / pairs,
    team_answered_or_offered: answeredOrOffered / pairs,
  };
}

function ratesOf(asked: readonly AskedQuestion[]) {
  const covered = asked.filter(({ expected }) => expected.length > 0);
  const uncovered = asked.filter(({ expected }) => expected.length === 0);
  const answered = covered.filter(isAnswered);
  return {
    covered: covered.length,
    uncovered: uncovered.length,
    answered: share(answered, covered),
    right_source: share(answered.filter(isRight), answered),
    false_answers: share(uncovered.filter(isAnswered), uncovered),
    pointers_right: share(
      covered.filter(({ isPointedAt }) => isPointedAt),
      covered,
    ),
  };
}

const isAnswered = ({ reply }: AskedQuestion): boolean => reply.answer !== null;

const isRight = ({ reply, expected }: Pick<AskedQuestion, 'reply' | 'expected'>): boolean =>
  reply.citedIds.length > 0 && reply.citedIds.every((id) => expected.includes(id));

const share = (part: readonly unknown[], of: readonly unknown[]): number =>
  of.length === 0 ? 0 : round(part.length / of.length, 3);

function print(name: string, asked: readonly AskedQuestion[]): void {
  const rates = ratesOf(asked);
  const cells = [
    name.padEnd(13),
    String(rates.covered).padStart(7),
    percent(rates.answered).padStart(8),
    percent(rates.right_source).padStart(12),
    percent(rates.pointers_right).padStart(10),
    String(rates.uncovered).padStart(9),
    percent(rates.false_answers).padStart(5),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}

function told({ of, question, expected, reply }: AskedQuestion): string {
  const outcome =
    reply.answer === null
      ? 'silent'
      : isRight({ expected, reply })
        ? 'right'
        : expected.length > 0
          ? 'wrong page'
          : 'false';
  return `${of} ${expected.length > 0 ? 'covered' : 'uncovered'} ${outcome} ${reply.confidence}: ${question} ${reply.citedIds.join(' ')}`;
}
