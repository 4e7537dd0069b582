import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { PortError, type FailureKind, finalError } from '../../domain/ports/errors.ts';
import type { ChatErrorCode } from '../../domain/values/error-codes.ts';
import { permissionNames, type PermissionName } from './guild/permissions.ts';

export const wrongToken = () =>
  finalError(
    'discord_wrong_token',
    'Discord does not accept the token. Make a new one with "Reset Token" on the page "Bot" of your application ' +
      'at https://discord.com/developers/applications and set STEWARD__DISCORD__TOKEN to it.',
  );

export const contentIntentIsOff = () =>
  finalError(
    'discord_disallowed_intents',
    'Discord does not let Steward read messages. Turn on "Message Content Intent" on the page "Bot" of your ' +
      'application at https://discord.com/developers/applications, save, and start Steward again.',
  );

/** What Discord's own codes say, where the status alone would say something else. `where` is a channel or a thread. */
const refusals: Readonly<Record<number, readonly [ChatErrorCode, (where: string) => string]>> = {
  [RESTJSONErrorCodes.UnknownMessage]: [
    'chat_unknown_message',
    (where) => `The message is gone from ${where}.`,
  ],
  [RESTJSONErrorCodes.UnknownChannel]: [
    'chat_unknown_channel',
    (where) => `This channel or thread no longer exists: ${where}.`,
  ],
  [RESTJSONErrorCodes.InvalidWebhookToken]: [
    'chat_interaction_expired',
    () => 'The answer to this command or button came later than the 15 minutes that Discord allows.',
  ],
  // An answer to a command goes by a webhook of its own, which ends with its token.
  [RESTJSONErrorCodes.UnknownWebhook]: [
    'chat_interaction_expired',
    () => 'Discord no longer takes answers to this command or button: its 15 minutes are over.',
  ],
  [RESTJSONErrorCodes.UnknownInteraction]: [
    'chat_interaction_expired',
    () => 'Discord no longer knows this command or button: it was acknowledged too late.',
  ],
  [RESTJSONErrorCodes.ThreadLocked]: [
    'chat_thread_locked',
    (where) => `A moderator has locked ${where}, so nothing can be posted there.`,
  ],
  [RESTJSONErrorCodes.MaximumActiveThreads]: [
    'chat_too_many_threads',
    (where) => `The server has as many open threads as Discord allows, so none can be opened in ${where}.`,
  ],
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread]: [
    'chat_thread_archived',
    (where) => `${where} is archived and could not be opened again.`,
  ],
  [RESTJSONErrorCodes.ReactionWasBlocked]: [
    'chat_reaction_blocked',
    (where) => `The author of the message in ${where} has blocked Steward, so it cannot react there.`,
  ],
  [RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration]: [
    'chat_blocked_by_automod',
    (where) =>
      `AutoMod of the server blocked Steward's message in ${where}. Exempt Steward's role in its rule.`,
  ],
};

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
  const failure = (kind: FailureKind, code: ChatErrorCode, message: string) =>
    new PortError({ kind, code, message, cause: error });
  if (error instanceof RateLimitError) return limited(error.retryAfter / 1_000, error);
  if (error instanceof HTTPError)
    return failure(
      'transient',
      'discord_unavailable',
      `Discord cannot answer now (${error.status}), for ${where}.`,
    );
  if (error instanceof DiscordAPIError) return refusal(error, where, missing);
  if (isTokenMissing(error)) return wrongToken();
  if (isOwnFault(error))
    return failure(
      'final',
      'discord_unreadable',
      `Steward cannot read Discord's answer for ${where} (${error.name} ${placeOf(error)}). This is a bug: please report it.`,
    );
  return failure('transient', 'discord_unavailable', `Discord cannot be reached now, for ${where}.`);
}

/** What a request answers. A failed one throws as `discordFailure` says; `where` names the location. */
export async function asked<Result>(where: string, request: Promise<unknown>): Promise<Result> {
  try {
    return (await request) as Result;
  } catch (error) {
    throw discordFailure(error, where);
  }
}

/** Refusals that pass, whatever their status is: limits of a place, an overload, a wall in front that takes Steward for another. */
const passing: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit,
  RESTJSONErrorCodes.ChannelSendRateLimit,
  RESTJSONErrorCodes.ServiceResourceIsBeingRateLimited,
  RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
  RESTJSONErrorCodes.APIResourceOverloaded,
]);

export const isCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof DiscordAPIError && codes.includes(Number(error.code));

function refusal(error: DiscordAPIError, where: string, missing: readonly PermissionName[]): PortError {
  const { status } = error;
  const code = Number(error.code);
  const [name, sentence] = refusals[code] ?? [];
  const failure = (kind: FailureKind, as: ChatErrorCode, message: string) =>
    new PortError({ kind, code: as, message, cause: error });
  if (name && sentence) return failure('final', name, sentence(where));
  if (status === 401) return wrongToken();
  // Discord's own refusals have a code. A page without one comes from what stands in front of it, and passes.
  if (Number.isNaN(code) || passing.has(code) || status === 408 || status === 429 || status >= 500)
    return failure(
      'transient',
      'discord_unavailable',
      `Discord cannot answer now (${status}), for ${where}.`,
    );
  if (status === 403) return forbidden({ where, missing, code, cause: error });
  return failure('final', 'chat_refused', `Discord refuses a request for ${where} (${status}, ${code}).`);
}

const limited = (seconds: number, cause: unknown) =>
  new PortError({
    kind: 'transient',
    code: 'discord_rate_limited',
    message: 'Discord limits the rate of requests.',
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
    cause,
  });

/** The client forgets a token that was refused, see `createRest`. */
const isTokenMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Expected token to be set');

/** What the network throws has a code of the system's; what Steward's own code throws has none. */
const isOwnFault = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) &&
  !('code' in error) &&
  error.cause === undefined;

/** The line of Steward's own code, never the message, which may quote somebody. */
const placeOf = ({ stack = '' }: Error): string => {
  const [, file, line] = /([\w-]+\.ts):(\d+)/u.exec(stack) ?? [];
  return file === undefined ? 'somewhere' : `in ${file}:${line}`;
};

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
  return finalError(
    'chat_forbidden',
    `Steward may not do this in ${where}${shown}. Give its role there: ${wanted}.`,
    cause,
  );
}
