import { cutQuestion } from '../../domain/intake/conversation.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { isSampled } from '../../domain/reply/is-sampled.ts';
import { chargedTo } from '../models/charged-model.ts';
import type { ReplyDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { systemMessage } from '../models/system-message.ts';
import { findProjectProfile } from './find-project-profile.ts';
import { aboutProject } from '../../domain/models/compose-prompt.ts';
import { bestExcerpts, type Excerpt } from '../../domain/documents/excerpts.ts';
import type { LoadedSource } from '../../domain/ports/sources.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';

/** Whether an answer is judged after it was posted. The same for every attempt and every Reset. */
export const isEvaluatedLater = ({ config }: Pick<ReplyDeps, 'config'>, record: ReplyRecord): boolean =>
  record.answer !== null && isSampled(record.messageId, config.ai_response.evaluation.sample_rate);

/** Judges a posted answer and saves the score. Runs at least once: an existing score is returned. */
export async function evaluateReply(
  deps: ReplyDeps,
  { messageId }: { readonly messageId: string },
): Promise<{ readonly score: number | null }> {
  const record = await deps.records.replyRecord(messageId);
  if (!record || record.answer === null || record.score !== undefined)
    return { score: record?.score ?? null };
  const { guildId, authorId: userId } = record;
  const score = await judgeAnswer(
    { ...deps, model: chargedTo(deps.model, { operation: 'eval', guildId, userId }) },
    {
      question: record.translatedQuestion ?? record.question,
      answer: record.untranslatedAnswer ?? record.answer,
      sourceIds: record.sourceIds,
      generation: record.libraryGeneration,
      introduction: findProjectProfile(deps, { location: record }).project_introduction,
      maxRetries: 0,
      signal: stepRun().signal,
    },
  );
  await deps.records.saveScore(messageId, score);
  deps.log.info({ message_id: messageId, score }, 'reply_evaluated');
  return { score };
}

/** Has a model judge an answer by its sources, as far as they still load. The score is from 0 to 10. */
async function judgeAnswer(
  { model, sources, countTokens, config }: Pick<ReplyDeps, 'model' | 'sources' | 'countTokens' | 'config'>,
  {
    question,
    answer,
    sourceIds,
    generation,
    introduction,
    ...options
  }: {
    readonly question: string;
    readonly answer: string;
    readonly sourceIds: readonly string[];
    readonly generation: number;
    readonly introduction: string;
    readonly maxRetries: number;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const loads = await Promise.allSettled(sourceIds.map((id) => sources.load(id, generation)));
  const loaded = loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  const { sections } = answerSections({ config, countTokens }, { question, answer, sources: loaded });
  const decision = 'LLMEvaluationResult';
  const { value } = await model.decide({
    decision,
    system: systemMessage(config, { decision, sections, about: aboutProject(introduction) }),
    sections,
    ...options,
  });
  return Math.max(0, Math.min(10, Math.round(value.score)));
}

/** An answer as a model judges it: below its question, with the parts of its sources that fit. */
export function answerSections(
  { config, countTokens }: Pick<ReplyDeps, 'countTokens' | 'config'>,
  {
    question,
    answer,
    sources,
  }: { readonly question: string; readonly answer: string; readonly sources: readonly LoadedSource[] },
): { readonly sections: readonly PromptSection[]; readonly excerpts: readonly Excerpt[] } {
  const { token_budgets: budgets } = config.ai_response;
  const room = { maxTokens: budgets.sources, countTokens };
  const excerpts = bestExcerpts(sources, { query: `${question}\n${answer}`, ...room });
  return {
    excerpts,
    sections: [
      { name: 'question', id: null, text: cutQuestion(question, budgets) },
      { name: 'draft', id: null, text: answer },
      ...excerpts.map(({ sourceId, text }): PromptSection => ({ name: 'source', id: sourceId, text })),
    ],
  };
}

/**
 * Withholds an answer that the model is less sure of than the channel asks for, unless the member asked directly. An
 * answer without a confidence (one that people approved, or a pointer to another channel) counts as sure.
 */
export function unlessUnsure(
  result: AIResult,
  { howSure, askedDirectly }: { readonly howSure: number; readonly askedDirectly: boolean },
): AIResult {
  const { confidence } = result.debug;
  const isSure = confidence === null || confidence >= howSure;
  if (askedDirectly || isSure || !result.should_reply) return result;
  return { ...result, should_reply: false, debug: { ...result.debug, reason: 'not_confident' } };
}
