import { z } from 'zod';
import { count, filledText, httpUrl, seconds, sentSecret } from './fields.ts';

/** The value of `model` for Steward's own model, which quotes and needs no provider. */
export const extractiveModel = 'extractive';

const provider = z
  .enum(['openai', 'azure'])
  .describe('`openai`: OpenAI and compatible providers. `azure`: Azure OpenAI.');
const baseUrl = httpUrl()
  .nullable()
  .describe(
    'The address of an OpenAI-compatible API, including /v1; for `azure` that of the resource, like ' +
      'https://name.openai.azure.com. Not needed for `extractive`. docs/models.md has the addresses of some providers.',
  );
const apiKey = sentSecret().nullable().describe('The key for that API, if it needs one.');
const model = filledText()
  .nullable()
  .describe('The name of the model, or `extractive` for the embedded one, which only quotes.');
const azureDeployment = filledText()
  .nullable()
  .describe('`azure` only: the name of the deployment. null: the name of the model.');
const azureApiVersion = filledText().nullable().describe('`azure` only: the version of its API.');
const vramLimit = count({ min: 1, max: 10_000 })
  .nullable()
  .describe('GPU memory in GB that the model needs, for providers that accept `vram_limit`. null: not sent.');
const structuredOutputMethod = z
  .enum(['json_schema', 'function_calling'])
  .describe('How the model is told to follow a schema.');
const timeoutSeconds = seconds({ max: 3600 }).describe('For one model call.');
const maxRetries = count({ min: 0, max: 10 }).describe(
  'How often Steward retries a call that failed for a transient reason while a question waits.',
);
const maxOutputTokens = count({ min: 16, max: 1_000_000 })
  .nullable()
  .describe(
    'The most tokens of one answer. With a budget, this is also what Steward books before a call. null: not ' +
      'sent, and booked with 1500.',
  );
const temperature = z
  .number()
  .min(0)
  .max(2)
  .nullable()
  .describe('null: not sent, because some models refuse it.');

const target = z.object({
  provider: z.string(),
  model: z.string().nullable(),
  base_url: z.string().nullable(),
  azure_api_version: z.string().nullable(),
});
const isComplete = ({ value }: { readonly value: unknown }) => target.safeParse(value).success;

export const llm = z
  .strictObject({
    provider: provider.default('openai'),
    base_url: baseUrl.default(null),
    api_key: apiKey.default(null),
    model: model.default(null),
    azure_deployment: azureDeployment.default(null),
    azure_api_version: azureApiVersion.default(null),
    vram_limit: vramLimit.default(null),
    structured_output_method: structuredOutputMethod.default('json_schema'),
    timeout_seconds: timeoutSeconds.default(60),
    max_retries: maxRetries.default(2),
    max_output_tokens: maxOutputTokens.default(null),
    temperature: temperature.default(null),
  })
  .refine((value) => value.model === null || value.model === extractiveModel || value.base_url !== null, {
    path: ['base_url'],
    message: 'the address of the API, like https://api.example.com/v1, because a model is named',
    when: isComplete,
  })
  .refine((value) => value.provider !== 'azure' || value.azure_api_version !== null, {
    path: ['azure_api_version'],
    message: 'the version of the API, like 2024-10-21, because the provider is azure',
    when: isComplete,
  });

/** What is not set is as in the settings that a step's own stand over. */
export const stepLlm = z.strictObject({
  provider: provider.optional(),
  base_url: baseUrl.optional(),
  api_key: apiKey.optional(),
  model: model.optional(),
  azure_deployment: azureDeployment.optional(),
  azure_api_version: azureApiVersion.optional(),
  vram_limit: vramLimit.optional(),
  structured_output_method: structuredOutputMethod.optional(),
  timeout_seconds: timeoutSeconds.optional(),
  max_output_tokens: maxOutputTokens.optional(),
  temperature: temperature.optional(),
});

/** A step's own model, or null. */
export const ownLlm = (what: string) => stepLlm.nullable().default(null).describe(what);
