import type { FetchedBody, FetchedPage, PageRequest } from '../../../domain/ports/pages.ts';
import { identify } from '../content/identify.ts';
import { pageFailure, statusFailure, toPageFailure } from './page-failure.ts';
import { readBody } from './read-body.ts';
import { discard, sendRequest, type Network, type PageResponse } from './send-request.ts';

/** A page's bytes, and what the server said about them. */
export type FetchedBytes = Pick<
  FetchedBody,
  'outcome' | 'url' | 'contentType' | 'bytes' | 'etag' | 'lastModified'
> & {
  /** Content-Type with its parameters. */
  readonly header: string | null;
};

type BytesRequest = Omit<PageRequest, 'accept'> & { readonly accept?: string };

/** Fetches bytes of any kind. Each limit applies to all redirects and the body together. */
export async function fetchBytes(
  network: Network,
  request: BytesRequest,
): Promise<FetchedBytes | { readonly outcome: 'not_modified' }> {
  const deadline = AbortSignal.timeout(request.timeoutSeconds * 1000);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const response = await sendRequest(network, {
      url: request.url,
      method: 'GET',
      signal,
      headers: { accept: request.accept ?? '*/*', ...conditions(request) },
    });
    if (response.status === 200) return await readResponse(response, request.maxBytes, signal);
    discard(response.body);
    if (response.status === 304 && Object.keys(conditions(request)).length > 0) {
      return { outcome: 'not_modified' };
    }
    throw statusFailure(response.status, response.header('retry-after'));
  } catch (error) {
    throw toPageFailure(error, request.timeoutSeconds, request.signal);
  }
}

export async function fetchPage(network: Network, { accept, ...request }: PageRequest): Promise<FetchedPage> {
  const page = await fetchBytes(network, { ...request, accept: acceptDocuments });
  if (page.outcome === 'not_modified') return page;
  const { header, ...fetched } = page;
  const { kind, text } = identify({ bytes: page.bytes, contentType: header, name: pathOf(page.url) });
  if (accept.includes(kind)) return { ...fetched, kind, text };
  throw pageFailure('page_wrong_kind', `Steward does not read pages of this kind (${kind}).`);
}

async function readResponse(
  response: PageResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FetchedBytes> {
  const { url, header } = response;
  const bytes = await readBody(response, maxBytes, signal);
  const type = header('content-type');
  return {
    outcome: 'fetched',
    url,
    bytes,
    header: type,
    contentType: /^\s*([\w.+-]+\/[\w.+-]+)/u.exec(type ?? '')?.[1]?.toLowerCase() ?? '',
    etag: validator(header('etag')),
    lastModified: validator(header('last-modified')),
  };
}

/** Stored and sent back unchanged, so it has to be short and printable. */
const validator = (value: string | null): string | null =>
  value !== null && /^[ -~]{1,300}$/u.test(value) ? value : null;

/** Asks sites that have a page in several forms for the plainest. */
export const acceptDocuments =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';

const conditions = ({ etag, lastModified }: BytesRequest): Readonly<Record<string, string>> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';
