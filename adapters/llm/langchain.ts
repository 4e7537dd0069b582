import type { OpenAIClient } from '@langchain/openai';
import { z } from 'zod';
import { decisions, type DecisionName } from '../../domain/models/decisions.ts';
import type { ModelImage } from '../../domain/ports/model.ts';
import type { ImageAdapter } from '../../domain/models/compose-prompt.ts';
import { refusalIn } from './model-errors.ts';
import type { ModelSettings } from './model-settings.ts';
import type { Completion } from './read-completion.ts';

export interface Prompt {
  readonly system: string;
  /** Sections made by `formatSections`. */
  readonly user: string;
  /** How many of its first characters other prompts have in common with this one. */
  readonly lasting?: number;
  readonly images?: readonly ModelImage[];
  readonly signal: AbortSignal;
}

/** Sends one request. The text of the answer is not parsed yet. */
export type StructuredCall = (prompt: Prompt) => Promise<Completion>;

/** If one of these is set, LangChain sends prompts to a tracing service or prints them. */
const tracingVariables = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
  'LANGCHAIN_VERBOSE',
] as const;

/** Turns LangChain's tracing off for this process, whatever the environment says. Call it before any of its code runs. */
export function forbidTracing(): void {
  for (const name of tracingVariables) delete process.env[name];
}

/** Loads the client library, which takes about a second the first time, and its configuration for all calls. */
export async function loadLangChain() {
  forbidTracing();
  const library = await import('@langchain/openai');
  const { providerFetch } = await import('./provider-fetch.ts');
  // Null keeps the library from taking these from the environment; its own log would quote prompts.
  const configuration = { organization: null, project: null, logLevel: 'off', fetch: providerFetch } as const;
  return { ...library, configuration };
}

/** Told once of each parameter that a model refuses, and that is left out or sent under its other name from then on. */
export type LeftOut = (refused: { readonly parameter: string; readonly configPath: string }) => void;

/** How to ask a model behind an OpenAI-compatible address for a decision. */
export async function structuredCall(
  decision: DecisionName,
  settings: ModelSettings,
  leftOut: LeftOut,
): Promise<StructuredCall> {
  const { ChatOpenAICompletions, configuration } = await loadLangChain();
  const { bodyOf } = await import('./provider-fetch.ts');
  const { readCompletion } = await import('./read-completion.ts');
  const model = new ChatOpenAICompletions({
    model: settings.model,
    apiKey: settings.apiKey ?? 'none',
    configuration: { ...configuration, baseURL: settings.baseUrl },
    // Steward makes the attempts itself and ends them by its own signal.
    maxRetries: 0,
    timeout: 2 * Math.ceil(settings.timeoutSeconds * 1_000),
    streaming: false,
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(settings.maxOutputTokens == null ? {} : { maxTokens: settings.maxOutputTokens }),
    modelKwargs: { ...settings.extraBody },
  });
  const params = model.invocationParams(answerFormat(decision, settings.structuredOutputMethod));
  return async (prompt) => {
    const messages = messagesOf(prompt, settings.imageAdapter ?? 'OpenAIImageAdapter');
    const request = { ...params, messages, stream: false } as const;
    // `invoke` would double the processor time of a call by callbacks and copies of the messages.
    const send = (changed: object) =>
      bodyOf(() => model.completionWithRetry({ ...request, ...changed }, { signal: prompt.signal }));
    return readCompletion(await withAccepted(settings, params, send, leftOut));
  };
}

const limitNames = ['max_tokens', 'max_completion_tokens'] as const;
const parameterNames = [...limitNames, 'temperature'] as const;
type Parameters = Readonly<Partial<Record<(typeof parameterNames)[number], number | null | undefined>>>;

/** What is sent in place of parameters that an endpoint has refused by their names. */
const learnedParameters = new Map<string, Parameters>();

const refusesParameter =
  /unsupported|not supported|unrecognized|unknown|unexpected|not permitted|not allowed|forbidden|extra|deprecated|instead|invalid (?:parameter|argument|field)/iu;

/** Whether an endpoint refuses a call for the name of a parameter, and not for its value. */
function refusesName(error: unknown, name: string): boolean {
  const refusal = refusalIn(error);
  if (refusal === null || (refusal.status !== 400 && refusal.status !== 422)) return false;
  return (
    new RegExp(`(?<![a-z_])${name}(?![a-z_])`, 'u').test(refusal.body) && refusesParameter.test(refusal.body)
  );
}

/** Sends a request with what the endpoint accepts: the limit under its other name, and no temperature, once it has refused these. */
export async function withAccepted<Result>(
  { baseUrl, model, configPath }: ModelSettings,
  request: Parameters,
  send: (changed: Parameters) => Promise<Result>,
  leftOut: LeftOut,
): Promise<Result> {
  const endpoint = `${baseUrl} ${model}`;
  let changed = learnedParameters.get(endpoint) ?? {};
  for (;;) {
    try {
      return await send(changed);
    } catch (error) {
      const sent = { ...request, ...changed };
      const refused = parameterNames.find((name) => sent[name] != null && refusesName(error, name));
      // Each is changed once.
      if (refused === undefined || refused in changed) throw error;
      const other = limitNames.find((name) => name !== refused && refused !== 'temperature');
      changed = { ...changed, [refused]: undefined, ...(other && { [other]: sent[refused] }) };
      learnedParameters.set(endpoint, changed);
      leftOut({ parameter: refused, configPath });
    }
  }
}

/** Without zod's bounds of safe integers and the schema's version, which some providers refuse. */
export function answerSchema(decision: DecisionName): Json {
  const override = ({ jsonSchema }: { readonly jsonSchema: Json }) => {
    delete jsonSchema['minimum'];
    delete jsonSchema['maximum'];
  };
  const { $schema: _, ...schema } = z.toJSONSchema(decisions[decision], { override });
  return schema;
}

/** How the request asks for the shape of its answer. */
function answerFormat(name: DecisionName, method: ModelSettings['structuredOutputMethod']) {
  const schema = answerSchema(name);
  if (method === 'json_schema') {
    const json_schema = { name, strict: true, schema: { ...schema, title: name } };
    return { response_format: { type: 'json_schema' as const, json_schema } };
  }
  return {
    tools: [{ type: 'function' as const, function: { name, parameters: schema } }],
    tool_choice: { type: 'function' as const, function: { name } },
  };
}

type Json = Record<string, unknown>;

/** The client library's types know only OpenAI's parts. It sends others as they are. */
const messagesOf = (prompt: Prompt, adapter: ImageAdapter) =>
  [
    { role: 'system', content: prompt.system },
    { role: 'user', content: userContent(prompt, adapter) },
  ] as OpenAIClient.Chat.ChatCompletionMessageParam[];

type Part = Readonly<Record<string, unknown>>;

interface Shape {
  readonly text: (text: string) => Part;
  readonly image: (image: ModelImage) => Part;
}

const dataUrl = ({ contentType, base64 }: ModelImage): string => `data:${contentType};base64,${base64}`;

/** The parts of a message, as the Python original sent them. */
const shapes: Readonly<Record<ImageAdapter, Shape>> = {
  OpenAIImageAdapter: {
    text: (text) => ({ type: 'text', text }),
    image: (image) => ({ type: 'image_url', image_url: { url: dataUrl(image) } }),
  },
  GeminiImageAdapter: {
    text: (text) => ({ text }),
    image: ({ contentType, base64 }) => ({ inline_data: { mime_type: contentType, data: base64 } }),
  },
  OpenSourceImageAdapter: {
    text: (text) => ({ type: 'text', text }),
    image: (image) => ({ type: 'image', url: dataUrl(image) }),
  },
};

/** The content of a user message: the text alone, or the text and after it the images, in their order. */
function userContent({ user, images = [] }: Prompt, adapter: ImageAdapter): string | Part[] {
  if (images.length === 0) return user;
  const shape = shapes[adapter];
  return [shape.text(user), ...images.map(shape.image)];
}
