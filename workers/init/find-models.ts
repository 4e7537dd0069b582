import { z } from 'zod';

/** A model that this machine can use without setup. */
export interface FoundModel {
  readonly model: string;
  readonly baseUrl: string;
  /** Where it comes from, for a person. */
  readonly origin: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** OpenAI's own tools read the same variable. */
export const openAiAddress = (env: Env): string => env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1';

const openAiModel = 'gpt-4.1-mini';
const patienceMilliseconds = 1_000;
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Finds the models of an Ollama on this machine (OLLAMA_HOST, or its usual port) that answers within a second, and one of OpenAI if
 * the environment has its key. Sends no key anywhere.
 */
export async function findModels(env: Env): Promise<readonly FoundModel[]> {
  const ollama = await ollamaModels(ollamaAddress(env));
  const openAi = env['OPENAI_API_KEY']
    ? [{ model: openAiModel, baseUrl: openAiAddress(env), origin: 'OPENAI_API_KEY in the environment' }]
    : [];
  return [...ollama, ...openAi];
}

async function ollamaModels(baseUrl: string): Promise<readonly FoundModel[]> {
  try {
    const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(patienceMilliseconds) });
    const { data } = modelList.parse(await response.json());
    return data.map(({ id }) => ({ model: id, baseUrl, origin: 'Ollama on this machine' }));
  } catch {
    return [];
  }
}

/** OLLAMA_HOST may lack a scheme and a port, and may be the address that the server listens on. */
function ollamaAddress(env: Env): string {
  const host = (env['OLLAMA_HOST'] || '127.0.0.1').replace('0.0.0.0', '127.0.0.1');
  const url = URL.parse(/^https?:\/\//.test(host) ? host : `http://${host}`);
  if (!url) return 'http://127.0.0.1:11434/v1';
  if (url.port === '' && url.protocol === 'http:') url.port = '11434';
  return `${url.origin}/v1`;
}
