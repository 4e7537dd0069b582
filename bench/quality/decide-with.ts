import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';

/** Asks a model for decisions from sections alone, as the extractive model reads them. */
export const decideWith =
  (model: Model) =>
  async <Name extends DecisionName>(
    decision: Name,
    sections: readonly PromptSection[],
  ): Promise<Decision<Name>> => {
    const { value } = await model.decide({ decision, system: 'Measured run.', sections, maxRetries: 0 });
    return value;
  };
