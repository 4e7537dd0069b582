import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Model } from '../domain/ports/model.ts';
import { openKnowledge, type Reply } from './quality-knowledge.ts';

/** A question and the sources that answer it; none: the documents do not cover it. */
export interface QualityQuestion {
  readonly question: string;
  readonly expected: readonly string[];
}

export interface Judged extends QualityQuestion {
  readonly reply: Reply;
}

/** Rates are from 0 to 1, and 0 where there was nothing to divide by. */
export interface Quality {
  readonly name: string;
  readonly judged: readonly Judged[];
  readonly covered: number;
  readonly uncovered: number;
  /** Of the covered questions, those answered. */
  readonly answerRate: number;
  /** Of the uncovered questions, those met with silence. */
  readonly correctSilenceRate: number;
  /** Of the uncovered questions, those answered. */
  readonly falseAnswerRate: number;
  /** Of the answers to covered questions, those that cite nothing but expected sources. */
  readonly citationPrecision: number;
  /** Of the covered questions, those with an expected source among the selected ones. */
  readonly selectionHitRate: number;
}

const root = new URL('../', import.meta.url);

/**
 * Real documentation that ships inside npm packages. Every threshold is fixed on undici's questions and
 * triples alone; Fastify's are what is reported. One rule is not from undici: that "how long" wants a time
 * (aspects.ts) came from a false hit among Fastify's triples.
 */
export const qualitySets = {
  fastify: {
    folder: 'node_modules/fastify/docs',
    questions: 'bench/data/fastify-questions.jsonl',
    triples: 'bench/data/fastify-team-triples.jsonl',
  },
  undici: {
    folder: 'node_modules/undici/docs',
    questions: 'bench/data/undici-questions.jsonl',
    triples: 'bench/data/undici-team-triples.jsonl',
  },
} as const;

export type QualitySetName = keyof typeof qualitySets;

/** Asks every question of a set, one after the other. */
export async function measureQuality(model: Model, name: QualitySetName): Promise<Quality> {
  const { folder, questions } = qualitySets[name];
  const knowledge = await openKnowledge(model, fileURLToPath(new URL(folder, root)));
  const judged: Judged[] = [];
  for (const asked of await readJsonLines<QualityQuestion>(questions)) {
    judged.push({ ...asked, reply: await knowledge.ask(asked.question) });
  }
  return summarise(name, judged);
}

/** The objects of a JSON lines file, by its path from the project's folder. */
export async function readJsonLines<T>(path: string): Promise<readonly T[]> {
  const text = await readFile(new URL(path, root), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

function summarise(name: string, judged: readonly Judged[]): Quality {
  const covered = judged.filter(({ expected }) => expected.length > 0);
  const uncovered = judged.filter(({ expected }) => expected.length === 0);
  const answered = covered.filter(({ reply }) => reply.answer !== null);
  const precise = answered.filter(({ reply, expected }) =>
    reply.citedIds.every((id) => expected.includes(id)),
  );
  const selected = covered.filter(({ reply, expected }) =>
    reply.selected.some((id) => expected.includes(id)),
  );
  const falseAnswers = uncovered.filter(({ reply }) => reply.answer !== null);
  return {
    name,
    judged,
    covered: covered.length,
    uncovered: uncovered.length,
    answerRate: rate(answered.length, covered.length),
    correctSilenceRate: rate(uncovered.length - falseAnswers.length, uncovered.length),
    falseAnswerRate: rate(falseAnswers.length, uncovered.length),
    citationPrecision: rate(precise.length, answered.length),
    selectionHitRate: rate(selected.length, covered.length),
  };
}

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
