import type { RepositoryRequest } from '../../../domain/ports/pages.ts';
import { pageFailure, statusFailure, toPageFailure } from '../network/page-failure.ts';
import { readBody } from '../network/read-body.ts';
import { sendRequest, type Network, type PageResponse } from '../network/send-request.ts';

/** GitHub's largest answers, a hundred issues with long texts, have some 5 MB. */
const maxAnswerBytes = 30_000_000;

export interface GitHubApi {
  /** The JSON at a path. Null where there is none: 404, 409 of an empty repository, 410 of what is turned off. */
  json(path: string): Promise<unknown>;
  /** The items of all pages of a list, at most `limit` pages of a hundred; none where there is no such list. */
  pages(path: string, limit: number): AsyncIterable<unknown>;
  query(query: string, variables: object): Promise<unknown>;
  /** The body of a path, as it comes. */
  open(path: string): Promise<PageResponse['body'] | null>;
}

/** GitHub's interface, over the guarded network. The request's time holds for each of them. */
export function openGitHub(network: Network, access: RepositoryRequest): GitHubApi {
  const { apiUrl, token, timeoutSeconds } = access;
  const send = async (
    path: string,
    { body, seconds = timeoutSeconds }: { readonly body?: string; readonly seconds?: number } = {},
  ): Promise<PageResponse | null> => {
    const deadline = AbortSignal.timeout(seconds * 1_000);
    const signal = access.signal ? AbortSignal.any([access.signal, deadline]) : deadline;
    try {
      const response = await sendRequest(network, {
        url: apiUrl.replace(/\/$/u, '') + path,
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && { body }),
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        signal,
      });
      if (response.status === 200) return response;
      const said = response.status === 403 ? await beginningOf(response.body) : '';
      response.body.on('error', () => {}).destroy();
      if ([404, 409, 410].includes(response.status)) return null;
      throw refusal(response, { hasToken: token !== null, isLimit: isLimit.test(said) });
    } catch (error) {
      throw toPageFailure(error, {
        timeoutSeconds: seconds,
        ...(access.signal && { signal: access.signal }),
      });
    }
  };
  return {
    async json(path) {
      const response = await send(path);
      return response && parsed(response, access.signal);
    },
    async *pages(path, limit) {
      for (let page = 1; page <= limit; page += 1) {
        const response = await send(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
        if (response === null) return;
        const items: unknown = await parsed(response, access.signal);
        if (!Array.isArray(items)) return;
        yield* items;
        if (!/rel="next"/u.test(response.header('link') ?? '')) return;
      }
    },
    async query(query, variables) {
      const response = await send('/graphql', { body: JSON.stringify({ query, variables }) });
      return response && parsed(response, access.signal);
    },
    async open(path) {
      return (await send(path, { seconds: archiveSeconds }))?.body ?? null;
    },
  };
}

async function parsed({ body, header }: PageResponse, signal?: AbortSignal): Promise<unknown> {
  const bytes = await readBody({
    body,
    encoding: header('content-encoding'),
    announcedBytes: header('content-length'),
    maxBytes: maxAnswerBytes,
    signal: signal ?? new AbortController().signal,
  });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw pageFailure('page_status', 'GitHub answers with something else than JSON.', { cause: error });
  }
}

/** For an archive of a large repository. */
const archiveSeconds = 600;

/** A secondary limit may have no header that says so. */
const isLimit = /rate limit|abuse detection/iu;

async function beginningOf(body: PageResponse['body']): Promise<string> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) return Buffer.from(chunk).toString();
  return '';
}

/** Spent limits answer 403 or 429, and mostly say when there is room again. */
function refusal(
  { status, header }: PageResponse,
  { hasToken, isLimit: saysSo }: { readonly hasToken: boolean; readonly isLimit: boolean },
) {
  const retryAfter = header('retry-after');
  const isSpent = saysSo || header('x-ratelimit-remaining') === '0';
  if ((status !== 403 && status !== 429) || (!isSpent && retryAfter === null))
    return status === 401
      ? pageFailure('page_needs_login', 'GitHub refuses the token: check STEWARD__PAGES__GITHUB_TOKEN.')
      : statusFailure(status, retryAfter);
  const reset = Number(header('x-ratelimit-reset')) * 1_000 - Date.now();
  const seconds = Number(retryAfter) || Math.ceil(reset / 1_000) || 60;
  const retryAfterSeconds = Math.min(Math.max(seconds, 1), 86_400);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const way = hasToken
    ? ''
    : ' Without a token it allows 60 requests an hour: set STEWARD__PAGES__GITHUB_TOKEN.';
  return pageFailure(
    'page_rate_limited',
    `GitHub allows no further request for ${minutes} min; Steward goes on then.${way}`,
    { kind: 'transient', retryAfterSeconds },
  );
}
