import type { ImageAdapter } from '../../domain/models/compose-prompt.ts';
import type { DecisionName } from '../../domain/models/decisions.ts';
import type { Completion } from './read-completion.ts';

/** How to reach a decision's model: `kb.llm` or `ai_response.llm` with the settings of the step. */
export interface ModelSettings {
  readonly baseUrl: string;
  /** A model inside this process, which answers in the place of the address. */
  readonly embedded?:
    | ((decision: DecisionName, prompt: { readonly system: string; readonly user: string }) => Completion)
    | undefined;
  /** Null if the endpoint needs none. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Whether it speaks Anthropic's own protocol. */
  readonly isAnthropic?: boolean;
  /** For one attempt, from the request to the last byte. */
  readonly timeoutSeconds: number;
  readonly structuredOutputMethod: 'json_schema' | 'function_calling';
  /** Null leaves it to the model. Some accept only their own. */
  readonly temperature: number | null;
  /** The most tokens of an answer; null leaves it to the provider. */
  readonly maxOutputTokens?: number | null;
  /** The most tokens of a prompt and its answer that the config names; null if it names none. */
  readonly contextTokens?: number | null;
  /** More fields of each request, such as `vram_limit`. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  /** How images are put into a message; OpenAI's way by default. */
  readonly imageAdapter?: ImageAdapter;
  /** The path of these settings in the config, such as `ai_response.llm`, for errors. */
  readonly configPath: string;
}
