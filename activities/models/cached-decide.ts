import { Context } from '@temporalio/activity';
import { aboutProject, composeSystem } from '../../domain/models/compose-prompt.ts';
import { decisionKey, decisions, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import type { ModelRequest } from '../../domain/ports/model.ts';
import type { KnowledgeDeps } from '../deps.ts';

export interface CachedDecision<Name extends DecisionName> {
  readonly value: Decision<Name>;
  /** 0 when the answer was known already. */
  readonly modelCalls: 0 | 1;
}

/**
 * Asks a model once for everything that goes into the answer: a retry, a Reset and a regeneration over unchanged
 * prompts and inputs find the answer in the decision cache.
 */
export async function cachedDecide<Name extends DecisionName>(
  { records, model, config, now }: Pick<KnowledgeDeps, 'records' | 'model' | 'config' | 'now'>,
  request: {
    readonly decision: Name;
    readonly task: string;
    readonly sections: readonly PromptSection[];
    readonly accept?: ModelRequest<Name>['accept'];
  },
): Promise<CachedDecision<Name>> {
  const system = composeSystem({
    task: request.task,
    about: aboutProject(config.ai_response.project_introduction),
  });
  const { decision, sections } = request;
  const key = decisionKey({ decision, model: model.modelFor(decision), system, sections });
  const cached = await records.cachedDecision(key);
  if (cached !== null) {
    const known = decisions[decision].safeParse(JSON.parse(cached));
    if (known.success) return { value: known.data as Decision<Name>, modelCalls: 0 };
  }
  const askedAt = now();
  const signal = Context.current().cancellationSignal;
  const { accept } = request;
  const { value } = await model.decide({ decision, system, sections, accept, maxRetries: 0, signal });
  await records.cacheDecision(key, JSON.stringify(value), askedAt);
  return { value, modelCalls: 1 };
}
