import { Context } from '@temporalio/activity';
import { aboutProject, composeSystem } from '../../domain/models/compose-prompt.ts';
import { decisionKey, decisions, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import { formatSections, type PromptSection } from '../../domain/models/prompt-sections.ts';
import { PortError } from '../../domain/ports/errors.ts';
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
    /** Checks what the schema cannot express. A rejected answer is not cached, and the model is asked again. */
    readonly accept?: (value: Decision<Name>) => boolean;
  },
): Promise<CachedDecision<Name>> {
  const system = composeSystem({
    task: request.task,
    about: aboutProject(config.ai_response.project_introduction),
  });
  const user = formatSections(request.sections);
  const { decision } = request;
  const key = decisionKey({ decision, model: model.modelFor(decision), system, user });
  const cached = await records.cachedDecision(key);
  if (cached !== null) {
    const known = decisions[decision].safeParse(JSON.parse(cached));
    if (known.success) return { value: known.data as Decision<Name>, modelCalls: 0 };
  }
  const askedAt = now();
  const signal = Context.current().cancellationSignal;
  const { value } = await model.decide({ decision, system, user, maxRetries: 0, signal });
  if (request.accept && !request.accept(value)) throw malformedAnswer(decision);
  await records.cacheDecision(key, JSON.stringify(value), askedAt);
  return { value, modelCalls: 1 };
}

const malformedAnswer = (decision: DecisionName) =>
  new PortError({
    kind: 'transient',
    code: 'model_malformed_answer',
    message: `The model's ${decision} cannot be used. Change its prompt or the model, then reset this run`,
  });
