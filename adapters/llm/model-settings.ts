import type { ImageAdapter } from '../../domain/models/compose-prompt.ts';

/**
 * How one decision's model is reached; `kb.llm`, `ai_response.llm` and the settings of a step end up here.
 */
export interface ModelSettings {
  readonly baseUrl: string;
  /** Null where the endpoint asks for none. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Azure OpenAI, whose addresses name a deployment; null or absent for OpenAI and compatible APIs. */
  readonly azure?: { readonly deployment: string; readonly apiVersion: string } | null;
  /** For one attempt, from the request to the last byte. */
  readonly timeoutSeconds: number;
  readonly structuredOutputMethod: 'json_schema' | 'function_calling';
  /** Null leaves it to the model: some take no other than their own. */
  readonly temperature: number | null;
  /** What an answer may hold at most; null leaves it to the provider. */
  readonly maxOutputTokens?: number | null;
  /** GPU memory in GB that the inference needs at least; goes along in the body when set. */
  readonly vramLimit?: number | null;
  /** How images are put into a message; OpenAI's way by default. */
  readonly imageAdapter?: ImageAdapter;
  /**
   * Whether providers hold the model to the schema. Off for endpoints that refuse the field; then only zod
   * checks.
   */
  readonly strict?: boolean;
  /** Where this block stands in the config, like `ai_response.llm`: errors say which setting to change. */
  readonly configPath: string;
}
