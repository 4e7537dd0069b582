import { cutQuestion } from '../../../domain/intake/conversation.ts';
import { aboutProject } from '../../../domain/models/compose-prompt.ts';
import type { Decision } from '../../../domain/models/decisions.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import type { ModelCall } from '../../../domain/ports/model.ts';
import type { ReplyDeps } from '../../deps.ts';
import { systemMessage } from '../../models/system-message.ts';

/** Has a model compare an answer with the team's. */
export async function compareAnswers(
  { model, config }: Pick<ReplyDeps, 'model' | 'config'>,
  {
    question,
    answer,
    team,
    introduction,
    ...options
  }: {
    readonly question: string;
    readonly answer: string;
    readonly team: string;
    readonly introduction: string;
    readonly maxRetries: number;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly value: Decision<'ComparisonDecision'>; readonly call: ModelCall }> {
  const { token_budgets: budgets } = config.ai_response;
  const sections: readonly PromptSection[] = [
    { name: 'question', id: null, text: cutQuestion(question, budgets) },
    { name: 'draft', id: null, text: answer },
    { name: 'source', id: null, text: cutQuestion(team, budgets), from: 'team' },
  ];
  const decision = 'ComparisonDecision';
  const system = systemMessage(config, { decision, sections, about: aboutProject(introduction) });
  return model.decide({ decision, system, sections, ...options });
}
