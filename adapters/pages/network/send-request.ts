import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { pageFailure } from './page-failure.ts';
import { requirePageUrl, type AllowHosts } from './page-url.ts';

export interface Network {
  readonly dispatcher: Dispatcher;
  readonly allowed: AllowHosts;
  readonly userAgent: string;
}

export interface PageResponse {
  /** The final address, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: Dispatcher.ResponseData['body'];
}

/** Ends a body that nobody reads. */
export const discard = (body: Readable): void => void body.on('error', () => {}).destroy();

const maxRedirects = 10;

/** Sends a request and follows redirects, with a check of each address. The caller must read or discard the body. */
export async function sendRequest(
  { dispatcher, allowed, userAgent }: Network,
  {
    url: requestedUrl,
    method,
    body,
    headers = {},
    signal,
  }: {
    readonly url: string;
    readonly method: 'GET' | 'HEAD' | 'POST';
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<PageResponse> {
  const first = requirePageUrl(requestedUrl, allowed);
  const { authorization: _, ...publicHeaders } = headers;
  for (let [url, redirected] = [first, 0]; ; redirected += 1) {
    // A redirect to another host gets no key.
    const sent = url.origin === first.origin ? headers : publicHeaders;
    const response = await request(url, {
      method,
      body,
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...sent },
      dispatcher,
      signal,
    });
    const header = (name: string) => [response.headers[name]].flat()[0] ?? null;
    const location = redirects.includes(response.statusCode) ? header('location') : null;
    if (location === null) {
      return { url: url.href, status: response.statusCode, header, body: response.body };
    }
    discard(response.body);
    if (redirected === maxRedirects)
      throw pageFailure('page_redirects', `The page redirects more than ${maxRedirects} times.`);
    const next = URL.parse(location, url.href)?.href;
    if (next === undefined) throw pageFailure('page_redirects', 'A redirect leads to no valid address.');
    url = requirePageUrl(next, allowed);
  }
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];
