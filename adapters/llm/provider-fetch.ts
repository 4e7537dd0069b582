/** Steward's longest answer is some 10 KB. */
const maxBodyBytes = 8 * 1024 * 1024;

/** What a provider sent in place of an answer. Its body may quote the prompt: it is looked at, and never shown. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor({ status, headers }: Response, body: string) {
    super('The provider refused');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** A body longer than `maxBodyBytes`. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** `fetch` for the client library, which would read a body without bounds and keep only OpenAI's form of an error. */
export async function providerFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const body = await readBody(response);
  if (!response.ok) throw new ProviderRefusal(response, body);
  const { status, headers } = response;
  return new Response(body === '' ? null : body, { status, headers });
}

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
