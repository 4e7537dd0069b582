import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, EnvHttpProxyAgent, fetch, type RequestInit as ProviderRequest } from 'undici';
import { BodyTooLarge, ProviderRefusal } from './provider-failures.ts';

/** Steward's longest answer is some 10 KB. */
const maxBodyBytes = 8 * 1024 * 1024;

const listening = new AsyncLocalStorage<{ body: string | null }>();

/**
 * The raw body of the answer to the request that `send` makes. The client library's own result is ignored: its parser
 * takes the first fenced block of a text for the answer, and throws if an answer was cut off.
 */
export async function bodyOf(send: () => Promise<unknown>): Promise<string> {
  const heard: { body: string | null } = { body: null };
  try {
    await listening.run(heard, send);
  } catch (error) {
    if (heard.body === null) throw error;
  }
  return heard.body ?? '';
}

/** Node's own `fetch` gives up after five minutes without a byte, whatever `timeout_seconds` says. */
const dispatcher = new (process.env['NODE_USE_ENV_PROXY'] ? EnvHttpProxyAgent : Agent)({
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
});

/**
 * `fetch` for the client library, which would read a body without bounds and keep only OpenAI's form of an error. A
 * redirect is a refusal: nobody but the configured host gets the key, or what members wrote.
 */
export async function providerFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = { ...(init as ProviderRequest), redirect: 'manual', dispatcher } as const;
  const response = await fetch(url instanceof Request ? url.url : url, request);
  const body = await readBody(response.body);
  if (!response.ok) throw new ProviderRefusal(response, body);
  const heard = listening.getStore();
  if (heard) heard.body = body;
  const { status, headers } = response;
  return new Response(body === '' ? null : body, { status, headers: [...headers] });
}

async function readBody(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
