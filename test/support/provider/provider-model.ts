import type { LeftOut } from '../../../adapters/llm/langchain.ts';
import { createModel } from '../../../adapters/llm/openai-model.ts';
import type { ModelSettings } from '../../../adapters/llm/model-settings.ts';
import type { PortError } from '../../../domain/ports/errors.ts';
import type { Model, ModelRequest } from '../../../domain/ports/model.ts';

export const gateRequest: ModelRequest<'LLMGateDecision'> = {
  decision: 'LLMGateDecision',
  system: 'Judge.',
  sections: [{ name: 'question', id: null, text: 'a member wrote this' }],
  maxRetries: 0,
};

/** The real client for a test's provider. */
export const modelAt = (
  baseUrl: string,
  settings: Partial<ModelSettings> = {},
  leftOut: LeftOut = () => {},
): Model =>
  createModel({
    leftOut,
    settingsFor: () => ({
      baseUrl,
      apiKey: 'sk-test',
      model: 'some-model',
      timeoutSeconds: 5,
      structuredOutputMethod: 'json_schema',
      temperature: 0,
      configPath: 'ai_response.llm',
      ...settings,
    }),
  });

/** Returns the error of a call. Throws if the call succeeds. */
export const failureOf = (call: Promise<unknown>): Promise<PortError> =>
  call.then(
    () => {
      throw new Error('it answered');
    },
    (error: PortError) => error,
  );
