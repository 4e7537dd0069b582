import { z } from 'zod';
import { count, filledText, httpUrl, seconds, secret } from './fields.ts';

/** The value of `model` for Steward's own model, which quotes and needs no provider. */
export const extractiveModel = 'extractive';

const target = z.object({ model: z.string(), base_url: z.null() });

export const llm = z
  .strictObject({
    base_url: httpUrl()
      .nullable()
      .default(null)
      .describe('The address of an OpenAI-compatible API, up to and with /v1. Not needed for `extractive`.'),
    api_key: secret().nullable().default(null).describe('The key for that API, if it wants one.'),
    model: filledText()
      .nullable()
      .default(null)
      .describe('The name of the model, or `extractive` for the one inside Steward that only quotes.'),
    vram_limit: count({ min: 1, max: 10_000 })
      .nullable()
      .default(null)
      .describe(
        'GPU memory in GB that the model needs, for providers that take `vram_limit`. null: not sent.',
      ),
    structured_output_method: z
      .enum(['json_schema', 'function_calling'])
      .default('json_schema')
      .describe('How the model is made to answer in a schema.'),
    timeout_seconds: seconds({ max: 3600 }).default(60).describe('For a single call of the model.'),
    max_retries: count({ min: 0, max: 10 })
      .default(2)
      .describe('How often a call that failed for a passing reason is tried again, while a question waits.'),
    max_output_tokens: count({ min: 16, max: 1_000_000 })
      .nullable()
      .default(null)
      .describe(
        'The most tokens that one answer may take; with a budget, what a call is booked with before it is made. null: not ' +
          'sent, and booked with 1500.',
      ),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .nullable()
      .default(null)
      .describe('null: not sent, since some models refuse it.'),
  })
  .refine(({ model }) => model === null || model === extractiveModel, {
    path: ['base_url'],
    message: 'the address of the API, like https://api.example.com/v1, because a model is named',
    when: ({ value }) => target.safeParse(value).success,
  });
