import {
  REST,
  type RESTOptions,
  DiscordAPIError,
  HTTPError,
  RateLimitError,
  RESTJSONErrorCodes,
} from 'discord.js';
import type { ChatErrorCode } from '../../domain/values/error-codes.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { permissionNames, type PermissionName } from './guild/permissions.ts';

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

export const wrongToken = () =>
  new PortError({
    kind: 'final',
    code: 'discord_wrong_token',
    message:
      'Discord does not accept the token. Make a new one with "Reset Token" on the page "Bot" of your application ' +
      'at https://discord.com/developers/applications and set STEWARD__DISCORD__TOKEN to it.',
  });

export const contentIntentIsOff = () =>
  new PortError({
    kind: 'final',
    code: 'discord_disallowed_intents',
    message:
      'Discord does not let Steward read messages. Turn on "Message Content Intent" on the page "Bot" of your ' +
      'application at https://discord.com/developers/applications, save, and start Steward again.',
  });

/**
 * A failed request in Steward's own words. `where` names the location, like `#help`; `missing` what Steward is known to lack
 * there.
 */
export function discordFailure(
  error: unknown,
  where: string,
  missing: readonly PermissionName[] = [],
): PortError {
  if (error instanceof PortError) return error;
  if (error instanceof RateLimitError) return tooMany(error.retryAfter / 1_000, error);
  if (error instanceof DiscordAPIError) return refusal(error, where, missing);
  const status = error instanceof HTTPError ? ` (${error.status})` : '';
  return new PortError({
    kind: 'transient',
    code: 'discord_unavailable',
    message: `Discord cannot be reached now${status}, for ${where}.`,
    cause: error,
  });
}

export const isCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof DiscordAPIError && codes.includes(Number(error.code));

const tooMany = (seconds: number, cause: unknown) =>
  new PortError({
    kind: 'transient',
    code: 'discord_rate_limited',
    message: 'Discord limits the rate of requests.',
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
    cause,
  });

function refusal(error: DiscordAPIError, where: string, missing: readonly PermissionName[]): PortError {
  const code = Number(error.code);
  const final = (name: ChatErrorCode, message: string) =>
    new PortError({ kind: 'final', code: name, message, cause: error });
  if (error.status === 401) return wrongToken();
  if (isCode(error, RESTJSONErrorCodes.UnknownMessage))
    return final('chat_unknown_message', `The message is gone from ${where}.`);
  if (isCode(error, RESTJSONErrorCodes.UnknownChannel))
    return final('chat_unknown_channel', `This channel or thread no longer exists: ${where}.`);
  if (error.status === 403) return forbidden({ where, missing, code: Number(error.code), cause: error });
  if (error.status === 408 || error.status === 429 || error.status >= 500)
    return new PortError({
      kind: 'transient',
      code: 'discord_unavailable',
      message: `Discord cannot answer now (${error.status}), for ${where}.`,
      cause: error,
    });
  return final('chat_refused', `Discord refuses a request for ${where} (${error.status}, ${code}).`);
}

/** A person has to change the permissions: the sentence names the location and what is missing. */
export function forbidden({
  where,
  missing,
  code = null,
  cause,
}: {
  readonly where: string;
  readonly missing: readonly PermissionName[];
  readonly code?: number | null;
  readonly cause?: unknown;
}): PortError {
  const shown = code === null ? '' : ` (Discord ${code})`;
  const wanted = missing.length > 0 ? missing.join(', ') : permissionNames;
  return new PortError({
    kind: 'final',
    code: 'chat_forbidden',
    message: `Steward may not do this in ${where}${shown}. Give its role there: ${wanted}.`,
    cause,
  });
}
