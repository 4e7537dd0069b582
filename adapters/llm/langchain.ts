import type { BaseMessageLike } from '@langchain/core/messages';
import { decisions, type DecisionName } from '../../domain/models/decisions.ts';
import type { ModelImage } from '../../domain/ports/model.ts';
import type { ImageAdapter } from '../../domain/models/compose-prompt.ts';
import type { ModelSettings } from './model-settings.ts';
import { userContent } from './user-content.ts';

interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly images?: readonly ModelImage[];
  readonly signal: AbortSignal;
}

/** One request. `value` has passed the decision's schema, or is null. */
export type StructuredCall = (prompt: Prompt) => Promise<{
  readonly value: unknown;
  readonly inputTokens: number;
  readonly outputTokens: number;
}>;

/** LangChain sends what people wrote to a tracing service, or prints it, when one of these is set. */
const tracingVariables = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
  'LANGCHAIN_VERBOSE',
] as const;

/**
 * Turns LangChain's tracing off for this process, whatever the environment says. Call it before any of its
 * code runs.
 */
export function forbidTracing(): void {
  for (const name of tracingVariables) delete process.env[name];
}

/** Loads the library, which takes about a second, when it is first needed. */
export async function loadLangChain(): Promise<{
  readonly structured: (decision: DecisionName, settings: ModelSettings) => StructuredCall;
}> {
  forbidTracing();
  const { AzureChatOpenAI, ChatOpenAI } = await import('@langchain/openai');
  const structured = (decision: DecisionName, settings: ModelSettings): StructuredCall => {
    const shared = {
      model: settings.model,
      // Steward's own loop makes the attempts, and its own signal ends them.
      maxRetries: 0,
      streaming: false,
      useResponsesApi: false,
      ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
      ...(settings.maxOutputTokens == null ? {} : { maxTokens: settings.maxOutputTokens }),
      ...(settings.vramLimit == null ? {} : { modelKwargs: { vram_limit: settings.vramLimit } }),
    };
    const apiKey = settings.apiKey ?? 'none';
    // Null keeps the library from taking these from the environment; its own log would quote prompts.
    const configuration = { organization: null, project: null, logLevel: 'off' } as const;
    const model = settings.azure
      ? new AzureChatOpenAI({
          ...shared,
          azureOpenAIApiKey: apiKey,
          azureOpenAIBasePath: `${settings.baseUrl.replace(/\/+$/u, '')}/openai/deployments`,
          azureOpenAIApiDeploymentName: encodeURIComponent(settings.azure.deployment),
          azureOpenAIApiVersion: settings.azure.apiVersion,
          configuration,
        })
      : new ChatOpenAI({ ...shared, apiKey, configuration: { ...configuration, baseURL: settings.baseUrl } });
    const schema = decisions[decision];
    const method = settings.structuredOutputMethod === 'json_schema' ? 'jsonSchema' : 'functionCalling';
    const strict = settings.strict === undefined ? {} : { strict: settings.strict };
    const runnable = model.withStructuredOutput(schema, {
      name: decision,
      method,
      includeRaw: true,
      ...strict,
    });
    return async (prompt) => {
      const { raw, parsed } = await runnable.invoke(
        messagesOf(prompt, settings.imageAdapter ?? 'OpenAIImageAdapter'),
        { signal: prompt.signal },
      );
      const checked = schema.safeParse(parsed);
      const usage = 'usage_metadata' in raw ? (raw.usage_metadata as Partial<Usage> | undefined) : undefined;
      return {
        value: checked.success ? checked.data : null,
        inputTokens: usage?.input_tokens ?? 0,
        outputTokens: usage?.output_tokens ?? 0,
      };
    };
  };
  return { structured };
}

interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The client library's types know OpenAI's parts alone; what it does not know it sends as it is. */
const messagesOf = (prompt: Prompt, adapter: ImageAdapter): BaseMessageLike[] =>
  [
    { role: 'system', content: prompt.system },
    { role: 'user', content: userContent(prompt, adapter) },
  ] as BaseMessageLike[];
