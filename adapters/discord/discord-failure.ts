import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { z } from 'zod';
import { PortError, finalError, mistake, transientError } from '../../domain/ports/errors.ts';
import type { ChatErrorCode } from '../../domain/values/error-codes.ts';
import { permissionNames, type PermissionName } from './guild/permissions.ts';

export const wrongToken = () =>
  mistake(
    'discord_wrong_token',
    'Discord does not accept the token. Make a new one with "Reset Token" on the page "Bot" of your application ' +
      'at https://discord.com/developers/applications and set STEWARD__DISCORD__TOKEN to it.',
  );

export const contentIntentIsOff = () =>
  mistake(
    'discord_disallowed_intents',
    'Discord does not let Steward read messages. Turn on "Message Content Intent" on the page "Bot" of your ' +
      'application at https://discord.com/developers/applications, save, and start Steward again.',
  );

/** Discord's error codes that say more than the HTTP status. `where` is a channel or thread. */
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
  // The answer to a command uses a webhook of its own, which expires with the command's token.
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
  [RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration]: [
    'chat_blocked_by_automod',
    (where) =>
      `AutoMod of the server blocked the name of a thread in ${where}. Exempt Steward's role in its rule.`,
  ],
};

/** Explains a failed request. `where` names the location, like `#help`; `missing` are the permissions missing there. */
export function discordFailure(
  error: unknown,
  where: string,
  missing: readonly PermissionName[] = [],
): PortError {
  if (error instanceof PortError) return error;
  if (error instanceof RateLimitError) return limited(error.retryAfter / 1_000, error);
  if (error instanceof HTTPError) return unavailable(error, where);
  if (error instanceof DiscordAPIError) return refusal(error, where, missing);
  if (isTokenMissing(error)) return wrongToken();
  if (isOwnFault(error))
    return finalError(
      'discord_unreadable',
      `Steward cannot read Discord's answer for ${where} (${error.name} ${placeOf(error)}). This is a bug: please report it.`,
      error,
    );
  return transientError('discord_unavailable', `Discord cannot be reached now, for ${where}.`, error);
}

/** The result of a request. Throws what `discordFailure` makes of an error. */
export async function withDiscordFailure<Result>(where: string, request: Promise<unknown>): Promise<Result> {
  try {
    return (await request) as Result;
  } catch (error) {
    throw discordFailure(error, where);
  }
}

/** The parts of an answer that Steward needs. Throws a final `PortError` if they are not there, as when a proxy answers in Discord's name. */
export function parsedAnswer<Schema extends z.ZodType>(
  where: string,
  answer: unknown,
  schema: Schema,
): z.infer<Schema> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.') || 'content'))].slice(0, 5);
  throw finalError('discord_unreadable', `Discord's answer for ${where} has no usable ${fields.join(', ')}.`);
}

/** Refusals that are temporary whatever their status: limits of a channel, overload, and Cloudflare's firewall. */
const passing: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit,
  RESTJSONErrorCodes.ChannelSendRateLimit,
  RESTJSONErrorCodes.ServiceResourceIsBeingRateLimited,
  RESTJSONErrorCodes.CloudflareIsBlockingYourRequest,
  RESTJSONErrorCodes.APIResourceOverloaded,
]);

function refusal(error: DiscordAPIError, where: string, missing: readonly PermissionName[]): PortError {
  const { status } = error;
  const code = Number(error.code);
  const [name, sentence] = refusals[code] ?? [];
  if (name && sentence) return finalError(name, sentence(where), error);
  if (status === 401) return wrongToken();
  // Discord's own refusals have a code. A page without one comes from a proxy in front of it and is temporary.
  if (Number.isNaN(code) || passing.has(code) || status === 408 || status === 429 || status >= 500)
    return unavailable(error, where);
  if (status === 403) return forbidden({ where, missing, code, cause: error });
  return finalError('chat_refused', `Discord refuses a request for ${where} (${status}, ${code}).`, error);
}

const unavailable = (error: HTTPError | DiscordAPIError, where: string) =>
  transientError('discord_unavailable', `Discord cannot answer now (${error.status}), for ${where}.`, error);

const limited = (seconds: number, cause: unknown) =>
  new PortError({
    kind: 'transient',
    code: 'discord_rate_limited',
    message: 'Discord limits the rate of requests.',
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
    cause,
  });

/** The discord.js client forgets a token that Discord refused, see `createRest`. */
const isTokenMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Expected token to be set');

/** Network errors have a system error code or a cause; mistakes in Steward's own code have neither. */
const isOwnFault = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) &&
  !('code' in error) &&
  error.cause === undefined;

/** The line of Steward's own code. The error's message is left out because it may quote a member. */
const placeOf = ({ stack = '' }: Error): string => {
  const [, file, line] = /([\w-]+\.ts):(\d+)/u.exec(stack) ?? [];
  return file === undefined ? 'somewhere' : `in ${file}:${line}`;
};

/** The message names the location and the permissions that an administrator has to give. */
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
  const codeText = code === null ? '' : ` (Discord ${code})`;
  const wanted = missing.length > 0 ? missing.join(', ') : permissionNames;
  return finalError(
    'chat_forbidden',
    `Steward may not do this in ${where}${codeText}. Give its role there: ${wanted}.`,
    cause,
  );
}
