import { extractiveModelName, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { startExtractiveModel } from '../../extractive-model/server.ts';
import { createModel } from '../../adapters/llm/openai-model.ts';
import type { Model } from '../../domain/ports/model.ts';

/** The extractive model, asked over HTTP by the production client. */
export async function openExtractiveModel(): Promise<{
  readonly model: Model;
  readonly close: () => Promise<void>;
}> {
  const server = await startExtractiveModel();
  const model = createModel({
    settingsFor: () => ({
      baseUrl: server.baseUrl,
      apiKey: null,
      model: extractiveModelName,
      timeoutSeconds: 60,
      structuredOutputMethod: 'json_schema',
      temperature: null,
      configPath: 'ai_response.llm',
    }),
  });
  return { model, close: () => server.close() };
}

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
