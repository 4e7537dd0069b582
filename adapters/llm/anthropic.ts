import { z } from 'zod';
import type { DecisionName } from '../../domain/models/decisions.ts';
import {
  answerSchema,
  forbidTracing,
  withAccepted,
  type LeftOut,
  type Prompt,
  type StructuredCall,
} from './langchain.ts';
import type { ModelSettings } from './model-settings.ts';
import { NoCompletion } from './provider-failures.ts';
import { endingOf, tokenUsage, type Completion } from './read-completion.ts';
import { jsonOf, maybe } from './read-object.ts';

/** Anthropic needs a limit. Steward's longest answers have some 2,000 tokens. */
const usualOutputTokens = 4_096;

const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * How to ask one of Anthropic's models for a decision: its answer follows the schema, or is the input of a tool. The system message
 * is marked for the provider's cache, and so is an index that comes first, and all that generation reads, which may grow.
 */
export async function anthropicCall(
  decision: DecisionName,
  settings: ModelSettings,
  leftOut: LeftOut,
): Promise<StructuredCall> {
  forbidTracing();
  const { ChatAnthropic } = await import('@langchain/anthropic');
  const { bodyOf, providerFetch } = await import('./provider-fetch.ts');
  const model = (temperature: number | null) =>
    new ChatAnthropic({
      model: settings.model,
      apiKey: settings.apiKey ?? 'none',
      anthropicApiUrl: settings.baseUrl.replace(/\/(?:v1(?:\/messages)?\/?)?$/u, ''),
      maxRetries: 0,
      maxTokens: settings.maxOutputTokens ?? usualOutputTokens,
      ...(temperature === null ? {} : { temperature }),
      invocationKwargs: { ...settings.extraBody },
      clientOptions: {
        // Null keeps the library from taking it from the environment; its own log would quote prompts.
        authToken: null,
        logLevel: 'off',
        fetch: providerFetch,
        timeout: 2 * Math.ceil(settings.timeoutSeconds * 1_000),
      },
    });
  const schema = answerSchema(decision);
  const shape =
    settings.structuredOutputMethod === 'json_schema'
      ? { outputConfig: { format: { type: 'json_schema' as const, schema } } }
      : {
          tools: [{ name: decision, input_schema: { ...schema, type: 'object' as const } }],
          tool_choice: { type: 'tool' as const, name: decision },
        };
  const { temperature } = settings;
  const [withTemperature, plain] = [model(temperature), model(null)];
  return async (prompt) => {
    const options = { ...shape, signal: prompt.signal };
    const send = (changed: object) =>
      bodyOf(() =>
        ('temperature' in changed ? plain : withTemperature).invoke(
          messagesOf(prompt, decision === 'LLMGenerationResult'),
          options,
        ),
      );
    return readAnthropic(await withAccepted(settings, { temperature }, send, leftOut));
  };
}

/** What a draft or a tool adds. A cache holds whole blocks, so what stood before them is a block of its own. */
const added = /(?=\n\n<steward:(?:draft|tool|rejected) )/u;

const messagesOf = ({ system, user, lasting = 0, images = [] }: Prompt, grows: boolean) => [
  { role: 'system', content: [{ type: 'text', text: system, ...cached }] },
  {
    role: 'user',
    content: [
      ...(lasting > 0 ? [{ type: 'text', text: user.slice(0, lasting), ...cached }] : []),
      ...user
        .slice(lasting)
        .split(added)
        .map((text, at, all) => ({ type: 'text', text, ...(grows && at === all.length - 1 && cached) })),
      ...images.map(({ contentType, base64 }) => ({
        type: 'image',
        source: { type: 'base64', media_type: contentType, data: base64 },
      })),
    ],
  },
];

const words = maybe(z.string());
const message = z.object({
  content: z.array(z.object({ type: words, text: words, input: z.unknown().optional() })),
  stop_reason: words,
  usage: maybe(tokenUsage),
});

/** Reads the raw body of an answer of Anthropic's: the input of its tool, else its text. Throws `NoCompletion` for another body. */
function readAnthropic(body: string): Completion {
  const json = jsonOf(body);
  const { data } = message.safeParse(json);
  const ending = endingOf(data?.stop_reason);
  if (!data || ending === 'broken') throw new NoCompletion(json === undefined ? '' : JSON.stringify(json));
  const { content, usage } = data;
  const tool = content.find(({ type }) => type === 'tool_use');
  const text = content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
  return { text: tool ? JSON.stringify(tool.input ?? {}) : text, tokens: usage ?? null, ending };
}
