import { extractiveModelName, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { extractiveAnswer } from '../../extractive-model/answer.ts';
import { createModel } from '../../adapters/llm/openai-model.ts';
import type { Model } from '../../domain/ports/model.ts';

/** The extractive model, asked by the production client. */
export const openExtractiveModel = (): Model =>
  createModel({
    settingsFor: () => ({
      baseUrl: '',
      embedded: extractiveAnswer,
      apiKey: null,
      model: extractiveModelName,
      timeoutSeconds: 60,
      structuredOutputMethod: 'json_schema',
      temperature: null,
      configPath: 'ai_response.llm',
    }),
  });

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
