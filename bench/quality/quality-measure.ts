import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { answerRates } from '../../domain/operations/answer-rates.ts';
import type { Model } from '../../domain/ports/model.ts';
import { openQualityKnowledge, readDocuments, type Reply } from './quality-knowledge.ts';

/** A question and the sources that answer it; empty if the documents do not cover it. */
export interface QualityQuestion {
  readonly question: string;
  readonly expected: readonly string[];
}

export interface Judged extends QualityQuestion {
  readonly reply: Reply;
}

export interface Quality extends ReturnType<typeof answerRates> {
  readonly name: string;
  readonly judged: readonly Judged[];
  /** The share of covered questions with an expected source among the selected ones. */
  readonly selectionHitRate: number;
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
  for (const asked of await readJsonLines<QualityQuestion>(questions))
    judged.push({ ...asked, reply: await knowledge.ask(asked.question) });
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

export function summarise(name: string, judged: readonly Judged[]): Quality {
  const covered = judged.filter(({ expected }) => expected.length > 0);
  const selected = covered.filter(({ reply, expected }) =>
    reply.selected.some((id) => expected.includes(id)),
  );
  const rates = answerRates(
    judged.map(({ expected, reply }) => ({
      expected,
      answered: reply.answer !== null,
      citedIds: reply.citedIds,
    })),
  );
  return {
    name,
    judged,
    ...rates,
    selectionHitRate: covered.length === 0 ? 0 : selected.length / covered.length,
  };
}
