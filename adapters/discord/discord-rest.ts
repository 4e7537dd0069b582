import { REST } from 'discord.js';
import type { RESTOptions } from 'discord.js';

/** Short waits for Discord's limits are waited for; longer ones become the step's next retry. */
const longestWaitMilliseconds = 2_000;

/** One retry layer: Temporal's. The client itself makes each request once. */
export const restOptions = (apiUrl: string | undefined): Partial<RESTOptions> => ({
  version: '10',
  retries: 0,
  timeout: 15_000,
  rejectOnRateLimit: ({ retryAfter }) => retryAfter > longestWaitMilliseconds,
  ...(apiUrl !== undefined && { api: apiUrl }),
});

export const createRest = ({ token, apiUrl }: { readonly token: string; readonly apiUrl?: string }): REST =>
  new REST(restOptions(apiUrl)).setToken(token);
