import type { Embeddings } from '../../domain/ports/model.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { loadOnce } from '../../domain/values/load-once.ts';
import { bytesPerToken, unmetered, type CallMeter } from '../llm/call-meter.ts';
import { loadLangChain } from '../llm/langchain.ts';
import { isUnused, mayPass, refusalIn } from '../llm/model-errors.ts';

const timeoutMilliseconds = 30_000;
const maxTextChars = 2_000;
const textsAtOnce = 32;

/**
 * Vectors from an OpenAI-compatible endpoint; `apiKey` is null if it needs none. The client library is loaded at the first call. From `charge` on, each call is booked with that
 * meter before it is made.
 */
export function openRemoteEmbeddings(
  baseUrl: string,
  model: string,
  apiKey: string | null,
): Embeddings & { readonly charge: (meter: CallMeter) => void } {
  const client = loadOnce(async () => {
    const { OpenAIEmbeddings, configuration } = await loadLangChain();
    return new OpenAIEmbeddings({
      model,
      apiKey: apiKey ?? 'none',
      maxRetries: 0,
      timeout: timeoutMilliseconds,
      encodingFormat: 'float',
      configuration: { ...configuration, baseURL: baseUrl },
    });
  });
  let meter = unmetered;
  return {
    name: `${model} at ${baseUrl}`,
    textsAtOnce,
    charge: (to) => void (meter = to),
    async embed(texts) {
      if (texts.length === 0) return [];
      const sent = texts.map((text) => text.slice(0, maxTextChars).toWellFormed());
      // The library does not report how many tokens it used, so the estimate is booked.
      const inputTokens = Math.ceil(Buffer.byteLength(sent.join('')) / bytesPerToken);
      const tokens = { inputTokens, outputTokens: 0 };
      const call = await meter.book({ decision: 'embeddings', model, account, ...tokens });
      const started = performance.now();
      const milliseconds = () => Math.round(performance.now() - started);
      try {
        const vectors = await (await client()).embedDocuments(sent);
        const length = vectors[0]?.length ?? 0;
        if (vectors.length !== texts.length || length === 0 || vectors.some((one) => one.length !== length))
          throw new Error('no vectors');
        await call.end({ used: 'estimate', milliseconds: milliseconds(), error: null });
        return vectors.map(atLengthOne);
      } catch (error) {
        const used = isUnused(error) ? 'nothing' : 'estimate';
        const failed = failure(refusalIn(error)?.status ?? null);
        await call.end({ used, milliseconds: milliseconds(), error: failed.code });
        throw failed;
      }
    },
  };
}

const account = { operation: 'index' } as const;

function atLengthOne(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

/** Says no more than the status, because a provider's own words may quote the texts. */
const failure = (status: number | null) =>
  new PortError({
    kind: status === null || mayPass(status) ? 'transient' : 'final',
    code: 'embeddings_unavailable',
    message:
      status === null
        ? 'The endpoint of kb.embeddings cannot be reached, or gives no vectors.'
        : `The endpoint of kb.embeddings answered HTTP ${status}.`,
  });
