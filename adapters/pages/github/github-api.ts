import type { RepositoryRequest } from '../../../domain/ports/pages.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { pageFailure, statusFailure, toPageFailure } from '../network/page-failure.ts';
import { readBody } from '../network/read-body.ts';
import { discard, sendRequest, type Network, type PageResponse } from '../network/send-request.ts';

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

/** What a process has heard from GitHub, for as long as it lives. */
export interface GitHubMemory {
  /** Answers by their addresses: GitHub is asked whether they still hold, which costs nothing of a token's limit. */
  readonly answers: Map<string, Answer & { readonly etag: string }>;
  /** Issues that nobody of the team has answered, with their versions: their comments are not asked for again. */
  readonly unanswered: Map<string, string>;
}

interface Answer {
  readonly value: unknown;
  readonly hasNext: boolean;
}

/** Some pages of the lists of several repositories, which have up to 500 kB each. */
const mostAnswers = 60;

/** GitHub's interface, over the guarded network. The request's time holds for each of them. */
export function openGitHub(
  network: Network,
  access: RepositoryRequest,
  { answers }: Pick<GitHubMemory, 'answers'>,
): GitHubApi {
  const { apiUrl } = access;
  const send = sender(network, access);
  const get = async (path: string): Promise<Answer | null> => {
    const lastAnswer = answers.get(apiUrl + path);
    const response = await send(path, { etag: lastAnswer?.etag });
    if (response?.status === 304 && lastAnswer) {
      discard(response.body);
      return lastAnswer;
    }
    if (response === null) return null;
    const hasNext = /rel="next"/u.test(response.header('link') ?? '');
    const answer = { value: await parsed(response, access.signal), hasNext };
    const etag = response.header('etag');
    if (etag) setBounded(answers, { key: apiUrl + path, value: { ...answer, etag }, max: mostAnswers });
    return answer;
  };
  return {
    json: async (path) => (await get(path))?.value ?? null,
    async *pages(path, limit) {
      for (let page = 1; page <= limit; page += 1) {
        const answer = await get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
        if (!Array.isArray(answer?.value)) return;
        yield* answer.value;
        if (!answer.hasNext) return;
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

/** Sends a request. Null where there is nothing at its path. */
function sender(network: Network, access: RepositoryRequest) {
  const { apiUrl, token, timeoutSeconds } = access;
  return async (
    path: string,
    {
      body,
      etag,
      seconds = timeoutSeconds,
    }: { readonly body?: string; readonly etag?: string | undefined; readonly seconds?: number } = {},
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
          ...(etag && { 'if-none-match': etag }),
        },
        signal,
      });
      if (response.status === 200 || (response.status === 304 && etag)) return response;
      const refusalText = response.status === 403 ? await beginningOf(response.body) : '';
      discard(response.body);
      if ([404, 409, 410].includes(response.status)) return null;
      throw refusal(response, { hasToken: token !== null, isLimit: limitWords.test(refusalText) });
    } catch (error) {
      throw toPageFailure(error, seconds, access.signal);
    }
  };
}

async function parsed(response: PageResponse, signal?: AbortSignal): Promise<unknown> {
  const bytes = await readBody(response, maxAnswerBytes, signal);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw pageFailure('page_status', 'GitHub answers with something else than JSON.', { cause: error });
  }
}

/** For an archive of a large repository. */
const archiveSeconds = 600;

/** A secondary limit may have no header that says so. */
const limitWords = /rate limit|abuse detection/iu;

async function beginningOf(body: PageResponse['body']): Promise<string> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) return Buffer.from(chunk).toString();
  return '';
}

/** Spent limits answer 403 or 429, and mostly say when there is room again. */
function refusal(
  { status, header }: PageResponse,
  { hasToken, isLimit }: { readonly hasToken: boolean; readonly isLimit: boolean },
) {
  const retryAfter = header('retry-after');
  const isSpent = isLimit || header('x-ratelimit-remaining') === '0';
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
