import { cutQuestion } from '../../domain/intake/conversation.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { ReplyDeps } from '../deps.ts';
import { askBeside } from '../models/system-message.ts';
import { profileNamed } from '../../domain/models/project-profile.ts';
import { bestExcerpts, type Excerpt } from '../../domain/documents/excerpts.ts';
import type { LoadedSource } from '../../domain/ports/sources.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';

/** Has a model judge an answer to a question from outside any channel by its sources, as far as they still load. The score is from 0 to 10. */
export async function judgeAnswer(
  deps: Pick<ReplyDeps, 'model' | 'sources' | 'countTokens' | 'config'>,
  record: ReplyRecord,
): Promise<number> {
  const { sources, config } = deps;
  const { ai_response: ai } = config;
  const { libraryGeneration } = record;
  const loads = await Promise.allSettled(record.sourceIds.map((id) => sources.load(id, libraryGeneration)));
  const { sections } = answerSections(deps, {
    question: record.translatedQuestion ?? record.question,
    answer: record.untranslatedAnswer ?? record.answer ?? '',
    sources: loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : [])),
  });
  const about = profileNamed(ai, ai.profile).project_introduction;
  const account = { operation: 'eval' } as const;
  const { value } = await askBeside(deps, { decision: 'LLMEvaluationResult', sections, about, account });
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
