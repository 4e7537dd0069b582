import { z } from 'zod';
import { apiUrl, count, filledText, nullByDefault, seconds, sentSecret } from './fields.ts';

/** The value of `model` for Steward's own model, which only quotes and needs no provider. */
export const extractiveModel = 'extractive';

const jsonValue = z
  .unknown()
  .refine((value) => z.json().safeParse(value).success)
  .meta({ expects: 'a value that JSON can hold' });

const sentFields = [
  'model',
  'messages',
  'system',
  'temperature',
  'max_tokens',
  'response_format',
  'tools',
  'tool_choice',
  'stream',
];
const isOwn = (name: string) => !sentFields.includes(name);

const settings = {
  provider: z
    .enum(['openai', 'anthropic'])
    .describe(
      '`openai`: OpenAI and compatible providers, such as Azure OpenAI. `anthropic`: Anthropic with its own protocol.',
    ),
  base_url: apiUrl()
    .nullable()
    .describe(
      'The address of an OpenAI-compatible API, including /v1: docs/models.md has addresses. Not needed for `anthropic` and `extractive`.',
    ),
  api_key: sentSecret().nullable().describe('The key for that API, if it needs one.'),
  model: filledText()
    .nullable()
    .describe('The name of the model, or `extractive` for the embedded one, which only quotes.'),
  extra_body: z
    .record(z.string(), jsonValue)
    .refine((fields) => Object.keys(fields).every(isOwn))
    .meta({
      expects: 'fields of a request by their names, but none that Steward sends itself',
      example: ['vram_limit: 24'],
    })
    .describe('Fields that the provider takes beside those that Steward sends.'),
  structured_output_method: z
    .enum(['json_schema', 'function_calling'])
    .describe('How the model is told to follow a schema.'),
  timeout_seconds: seconds({ max: 3600 }).describe('For one model call.'),
  max_retries: count({ min: 0, max: 10 }).describe(
    'How often Steward retries a call while a question waits.',
  ),
  max_output_tokens: count({ min: 16, max: 1_000_000 })
    .nullable()
    .describe(
      'The most tokens of one answer. With a budget, this is also what Steward books before a call. null: not ' +
        'sent, and booked with 1500.',
    ),
  temperature: z.number().min(0).max(2).nullable().describe('null: not sent, because some models refuse it.'),
};

/** Null if the config names none, and the provider has none of its own. */
export const modelAddress = ({
  provider,
  base_url,
}: {
  readonly provider: string;
  readonly base_url: string | null;
}): string | null => base_url ?? (provider === 'anthropic' ? 'https://api.anthropic.com' : null);

/** Hosts that take a tenth to a half of the price for what a prompt has in common with an earlier one. */
const cachingHosts =
  /^(?:api\.openai\.com|.+\.openai\.azure\.com|generativelanguage\.googleapis\.com|api\.deepseek\.com)$/u;

/** Whether the provider is known to cache the beginning of prompts. */
export const cachesPrompts = ({
  provider,
  base_url,
}: {
  readonly provider: string;
  readonly base_url: string | null;
}): boolean => provider === 'anthropic' || cachingHosts.test(URL.parse(base_url ?? '')?.hostname ?? '');

const target = z.object({
  provider: z.string(),
  model: z.string().nullable(),
  base_url: z.string().nullable(),
});

export const llm = z
  .strictObject({
    provider: settings.provider.default('openai'),
    base_url: settings.base_url.default(null),
    api_key: settings.api_key.default(null),
    model: settings.model.default(null),
    extra_body: settings.extra_body.default({}),
    structured_output_method: settings.structured_output_method.default('json_schema'),
    timeout_seconds: settings.timeout_seconds.default(60),
    max_retries: settings.max_retries.default(2),
    max_output_tokens: settings.max_output_tokens.default(null),
    temperature: settings.temperature.default(null),
  })
  .refine(
    (value) => value.model === null || value.model === extractiveModel || modelAddress(value) !== null,
    {
      path: ['base_url'],
      message: 'the address of the API, like https://api.example.com/v1, because a model is named',
      when: ({ value }) => target.safeParse(value).success,
    },
  );

/** The settings of a single step. Those that are not set come from the model above it. */
export const stepLlm = z.strictObject(settings).partial();

export const ownLlm = (what: string) => nullByDefault(stepLlm).describe(what);

/** For a step that no question waits for: Temporal retries it. */
export const libraryLlm = (what: string) => nullByDefault(stepLlm.omit({ max_retries: true })).describe(what);
