import { z } from 'zod';
import { finalError, transientError, type PortError } from '../../domain/ports/errors.ts';
import type { Issues } from '../../domain/ports/gaps.ts';
import { shortenedTo } from '../../domain/values/text.ts';

interface GithubRepository {
  /** `https://api.github.com`, or the API of a GitHub Enterprise server. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** A fine-grained token with "Issues: read and write" for this repository alone. */
  readonly token: string;
}

const timeoutMilliseconds = 20_000;
/** GitHub refuses a body of more than 65,536 characters. */
const maxTextChars = 65_000;
const perPage = 100;
/** An issue that an earlier attempt opened is among the newest. */
const mostPages = 3;

const issue = z.object({ number: z.int(), html_url: z.string(), body: z.string().nullish() });

/** GitHub's API has no idempotency keys, so an issue that an earlier attempt opened is found by its mark. */
export function createGithubIssues({ apiUrl, repository, token }: GithubRepository): Issues {
  const address = `${apiUrl.replace(/\/$/u, '')}/repos/${repository}/issues`;
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'user-agent': 'steward',
    'x-github-api-version': '2022-11-28',
  };
  const call = async <Schema extends z.ZodType>(
    schema: Schema,
    url: string,
    init: RequestInit = {},
  ): Promise<z.output<Schema>> => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { ...init, headers, redirect: 'error', signal }).catch(
      (error: unknown) => {
        throw transientError('issue_not_opened', 'GitHub cannot be reached.', error);
      },
    );
    if (!response.ok) throw refused(response);
    const { data } = schema.safeParse(await response.json().catch(() => null));
    if (data === undefined)
      throw transientError('issue_not_opened', 'GitHub answered with something other than an issue.');
    return data;
  };
  const openedBefore = async (mark: string) => {
    for (let page = 1; page <= mostPages; page += 1) {
      const query = `state=all&sort=created&direction=desc&per_page=${perPage}&page=${page}`;
      const listed = await call(z.array(issue), `${address}?${query}`);
      const found = listed.find(({ body }) => body?.includes(mark) === true);
      if (found) return found;
      if (listed.length < perPage) break;
    }
    return null;
  };
  return {
    async open({ mark, title, text }) {
      const hidden = `<!-- ${mark} -->`;
      const body = JSON.stringify({ title, body: `${shortenedTo(text, maxTextChars)}\n${hidden}\n` });
      const opened = (await openedBefore(hidden)) ?? (await call(issue, address, { method: 'POST', body }));
      return { url: opened.html_url };
    },
  };
}

/** GitHub answers 403 for its rate limits as well as for missing rights. */
const refused = ({ status, headers }: Response): PortError =>
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'))
    ? transientError('issue_not_opened', `GitHub answered HTTP ${status}.`)
    : finalError(
        'issue_not_opened',
        `GitHub refused the issue (HTTP ${status}). Look at kb.gap_issues: the repository, and a token that may read and write its issues.`,
      );
