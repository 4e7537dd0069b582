import { DefaultRestOptions, REST, Routes, type RESTOptions } from 'discord.js';

/** The client waits this long for a rate limit; a longer wait is left to the activity's next attempt. */
const longestWaitMilliseconds = 2_000;

/**
 * Discord sometimes refuses a valid token for a moment, and the client would then forget it. After a refusal this requests the
 * bot's own account: only if Discord refuses that too is the token wrong. Otherwise the request fails with status 503.
 */
const askingAgain =
  (apiUrl: string, refused: () => void): RESTOptions['makeRequest'] =>
  async (url, request) => {
    const answer = await DefaultRestOptions.makeRequest(url, request);
    const authorization = new Headers(request.headers as Record<string, string>).get('authorization');
    if (answer.status !== 401 || authorization === null) return answer;
    const account = await DefaultRestOptions.makeRequest(`${apiUrl}/v10${Routes.user()}`, {
      method: 'GET',
      headers: { authorization },
      signal: request.signal ?? null,
    });
    if (account.status !== 401) return new Response(null, { status: 503 });
    refused();
    return answer;
  };

/** The client makes each request once, because Temporal retries the activity. Calls `refused` when the token is wrong. */
export const restOptions = (
  apiUrl: string = DefaultRestOptions.api,
  refused = () => {},
): Partial<RESTOptions> => ({
  version: '10',
  retries: 0,
  timeout: 15_000,
  rejectOnRateLimit: ({ retryAfter }) => retryAfter > longestWaitMilliseconds,
  api: apiUrl,
  makeRequest: askingAgain(apiUrl, refused),
});

export const createRest = ({
  token,
  apiUrl,
  refused,
}: {
  readonly token: string;
  readonly apiUrl?: string;
  readonly refused?: () => void;
}): REST => new REST(restOptions(apiUrl, refused)).setToken(token);
