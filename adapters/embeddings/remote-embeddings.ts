import type { Embeddings } from '../../domain/ports/model.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { forbidTracing } from '../llm/langchain.ts';

export interface EmbeddingEndpoint {
  readonly baseUrl: string;
  readonly model: string;
  /** Null where the endpoint asks for none. */
  readonly apiKey: string | null;
}

const timeoutMilliseconds = 30_000;
const maxTextChars = 2_000;

/** Vectors from an OpenAI-compatible endpoint. The library is loaded when they are first needed. */
export function openRemoteEmbeddings({ baseUrl, model, apiKey }: EmbeddingEndpoint): Embeddings {
  const open = async () => {
    forbidTracing();
    const { OpenAIEmbeddings } = await import('@langchain/openai');
    return new OpenAIEmbeddings({
      model,
      apiKey: apiKey ?? 'none',
      maxRetries: 0,
      timeout: timeoutMilliseconds,
      encodingFormat: 'float',
      configuration: { baseURL: baseUrl, organization: null, project: null, logLevel: 'off' },
    });
  };
  let client: ReturnType<typeof open> | null = null;
  return {
    name: `${model} at ${baseUrl}`,
    async embed(texts) {
      if (texts.length === 0) return [];
      client ??= open();
      try {
        const vectors = await (await client).embedDocuments(texts.map((text) => text.slice(0, maxTextChars)));
        const length = vectors[0]?.length ?? 0;
        if (vectors.length !== texts.length || length === 0 || vectors.some((one) => one.length !== length))
          throw new Error('no vectors');
        return vectors.map(atLengthOne);
      } catch (error) {
        throw failure(error);
      }
    },
  };
}

function atLengthOne(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

/** What a provider says may quote what was sent, so only its status is told. */
function failure(error: unknown): PortError {
  const status = (error as { readonly status?: unknown }).status;
  const isFinal = typeof status === 'number' && status < 500 && ![408, 409, 429].includes(status);
  return new PortError({
    kind: isFinal ? 'final' : 'transient',
    code: 'embeddings_unavailable',
    message:
      typeof status === 'number'
        ? `The endpoint of kb.embeddings answered HTTP ${status}.`
        : 'The endpoint of kb.embeddings cannot be reached, or gives no vectors.',
  });
}
