import { DefaultRestOptions, REST, Routes, type RESTOptions } from 'discord.js';

/** Short waits for Discord's limits are waited for; longer ones become the step's next retry. */
const longestWaitMilliseconds = 2_000;

/** Discord's own way to say that it cannot answer now. */
const passing = 503;

type Send = RESTOptions['makeRequest'];

/**
 * Discord may refuse a good token for a moment, and the client would forget it. So after a refusal the account itself is
 * asked for: only when Discord refuses that as well is the token wrong. Otherwise the request counts as not answered.
 */
const askingAgain =
  (apiUrl: string, refused: () => void): Send =>
  async (url, request) => {
    const answer = await DefaultRestOptions.makeRequest(url, request);
    const authorization = new Headers(request.headers as Record<string, string>).get('authorization');
    if (answer.status !== 401 || authorization === null) return answer;
    const account = await DefaultRestOptions.makeRequest(`${apiUrl}/v10${Routes.user()}`, {
      method: 'GET',
      headers: { authorization },
    });
    if (account.status !== 401) return new Response(null, { status: passing });
    refused();
    return answer;
  };

/** One retry layer: Temporal's. The client itself makes each request once. */
/** `refused` is called when the token is certainly wrong. */
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
