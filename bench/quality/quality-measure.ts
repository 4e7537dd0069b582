import { fileURLToPath } from 'node:url';
import { answerRates, citesOnlyExpected } from '../../domain/operations/answer-rates.ts';
import type { Model } from '../../domain/ports/model.ts';
import { readJsonLines } from '../support/read-data.ts';
import { openQualityKnowledge, readDocuments, type Reply } from './quality-knowledge.ts';

/** A question and the sources that answer it; empty if the documents do not cover it. */
export interface QualityQuestion {
  readonly question: string;
  readonly expected: readonly string[];
}

export interface Judged extends QualityQuestion {
  readonly reply: Reply;
}

export interface Quality extends ReturnType<typeof summarise> {
  readonly name: string;
  readonly judged: readonly Judged[];
}

const root = new URL('../../', import.meta.url);

/**
 * Real documentation that ships inside npm packages. Every threshold is tuned on undici's questions alone; Fastify's are
 * reported. One rule is not from undici: that "how long" asks for a time (`aspects` in extractive-model/pairs.ts).
 */
export const qualitySets = {
  fastify: {
    folder: 'node_modules/fastify/docs',
    questions: 'bench/data/fastify-questions.jsonl',
  },
  undici: {
    folder: 'node_modules/undici/docs',
    questions: 'bench/data/undici-questions.jsonl',
  },
} as const;

export type QualitySetName = keyof typeof qualitySets;

/** Asks every question of a set, one after the other. */
export async function measureQuality(model: Model, name: QualitySetName): Promise<Quality> {
  const { folder, questions } = qualitySets[name];
  const documents = await readDocuments(fileURLToPath(new URL(folder, root)));
  const knowledge = await openQualityKnowledge(model, documents);
  const judged: Judged[] = [];
  for (const asked of readJsonLines(questions) as readonly QualityQuestion[])
    judged.push({ ...asked, reply: await knowledge.ask(asked.question) });
  return { name, judged, ...summarise(judged) };
}

export function summarise(judged: readonly Judged[]) {
  const covered = judged.filter(({ expected }) => expected.length > 0);
  const selected = covered.filter(({ reply, expected }) =>
    reply.selected.some((id) => expected.includes(id)),
  );
  return {
    ...answerRates(judged.map(resultOf)),
    /** The share of covered questions with an expected source among the selected ones. */
    selectionHitRate: covered.length === 0 ? 0 : selected.length / covered.length,
  };
}

const resultOf = ({ expected, reply: { answer, citedIds } }: Judged) => ({
  expected,
  answered: answer !== null,
  citedIds,
});

/** A line about a question and how it ended. */
export function told(name: string, one: Judged): string {
  const { question, expected, reply } = one;
  const covered = expected.length > 0;
  const wrong = covered ? 'wrong page' : 'false';
  const outcome = reply.answer === null ? 'silent' : citesOnlyExpected(resultOf(one)) ? 'right' : wrong;
  const sources = reply.citedIds.join(' ');
  return `${name} ${covered ? 'covered' : 'uncovered'} ${outcome} ${reply.confidence}: ${question} ${sources}`;
}
