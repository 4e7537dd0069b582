import { aboutProject } from '../../domain/models/compose-prompt.ts';
import { decisionKey, decisions, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import type { ModelRequest } from '../../domain/ports/model.ts';
import type { LibraryDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { repeatsInstructions, systemMessage } from './system-message.ts';

/**
 * Makes a decision once for a prompt, model and inputs. A retry, a Reset and a regeneration find it in the cache.
 */
export async function cachedDecide<Name extends DecisionName>(
  { records, model, config }: Pick<LibraryDeps, 'records' | 'model' | 'config'>,
  request: {
    readonly decision: Name;
    /** The sections that the decision is cached by. */
    readonly sections: readonly PromptSection[];
    /** Further sections that the model sees instead, if available. The decision stays valid when they no longer are. */
    readonly shown?: () => Promise<readonly PromptSection[] | null>;
    /** A smaller set of sections to cache decisions on `shown` by. */
    readonly knownBy?: readonly PromptSection[];
    readonly accept?: ModelRequest<Name>['accept'];
  },
): Promise<{ readonly value: Decision<Name>; readonly modelCalls: 0 | 1 }> {
  const { decision, accept } = request;
  const about = aboutProject(config.ai_response.project_introduction);
  const system = systemMessage(config, { decision, sections: request.sections, about });
  const keyOf = (sections: readonly PromptSection[]): string =>
    decisionKey({ decision, model: model.modelFor(decision), system, sections });
  const { knownBy = request.sections } = request;
  const keys = [...new Set([knownBy, request.sections].map(keyOf))];
  for (const cached of await records.cachedDecisions(keys)) {
    const parsed = cached === null ? null : decisions[decision].safeParse(JSON.parse(cached));
    if (parsed?.success) return { value: parsed.data as Decision<Name>, modelCalls: 0 };
  }
  const shownText = (await request.shown?.()) ?? null;
  const sections = shownText ?? request.sections;
  const { value } = await model.decide({
    decision,
    system,
    sections,
    accept: (answer) =>
      (accept?.(answer) ?? true) && !repeatsInstructions(config, { decision, sections, about: '' }, answer),
    maxRetries: 0,
    signal: stepRun().signal,
  });
  await records.cacheDecision(keyOf(shownText ? knownBy : sections), JSON.stringify(value));
  return { value, modelCalls: 1 };
}
