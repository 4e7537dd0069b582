import { aboutProject, composeSystem } from '../../domain/models/compose-prompt.ts';
import type { ModelCall } from '../../domain/ports/model.ts';
import { formatSections, type Section } from '../../domain/models/prompt-sections.ts';
import type { ReplyDeps } from '../deps.ts';

export interface AnswerToJudge {
  readonly question: string;
  readonly answer: string;
  readonly sourceIds: readonly string[];
  readonly generation: number;
  /** What the project is. */
  readonly introduction: string;
}

export interface Judgement {
  /** From 0 to 10. */
  readonly score: number;
  readonly call: ModelCall;
}

/** Has a model judge an answer by the sources that it was written from, as far as they still load. */
export async function judgeAnswer(
  { model, sources, reply }: Pick<ReplyDeps, 'model' | 'sources' | 'reply'>,
  {
    question,
    answer,
    sourceIds,
    generation,
    introduction,
    ...options
  }: AnswerToJudge & { readonly maxRetries: number; readonly signal: AbortSignal },
): Promise<Judgement> {
  const maxTokens = Math.floor(reply.maxSourceTokens / Math.max(sourceIds.length, 1));
  const loaded = await Promise.allSettled(
    sourceIds.map((id) => sources.load(id, generation, { query: question, maxTokens })),
  );
  const sections: readonly Section[] = [
    { name: 'question', id: null, text: question },
    { name: 'draft', id: null, text: answer },
    ...loaded.flatMap((result): readonly Section[] =>
      result.status === 'fulfilled'
        ? [{ name: 'source', id: result.value.sourceId, text: result.value.text }]
        : [],
    ),
  ];
  const { value, call } = await model.decide({
    decision: 'LLMEvaluationResult',
    system: composeSystem({
      task: reply.evaluation.prompt,
      about: aboutProject(introduction),
    }),
    user: formatSections(sections),
    ...options,
  });
  return { score: Math.max(0, Math.min(10, Math.round(value.score))), call };
}
