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

type Refusal = readonly [ChatErrorCode, (where: string) => string];

const tooLate: Refusal = [
  'chat_interaction_expired',
  () => 'The answer to a command or button came later than Discord allows: 15 minutes.',
];
const blocked: Refusal = [
  'chat_blocked_by_automod',
  (where) =>
    `AutoMod of the server blocked what Steward wrote in ${where}. Exempt Steward's role in its rule.`,
];

/** Discord's error codes on which something depends. `where` is a channel or thread. */
const refusals: Readonly<Record<number, Refusal>> = {
  [RESTJSONErrorCodes.UnknownMessage]: [
    'chat_unknown_message',
    (where) => `The message is gone from ${where}.`,
  ],
  [RESTJSONErrorCodes.UnknownChannel]: [
    'chat_unknown_channel',
    (where) => `This channel or thread no longer exists: ${where}.`,
  ],
  [RESTJSONErrorCodes.InvalidWebhookToken]: tooLate,
  // The answer to a command uses a webhook of its own, which expires with the command's token.
  [RESTJSONErrorCodes.UnknownWebhook]: tooLate,
  [RESTJSONErrorCodes.UnknownInteraction]: tooLate,
  [RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration]: blocked,
  [RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration]: blocked,
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
  if (status === 403) return forbidden(where, missing, code, error);
  const codeName = RESTJSONErrorCodes[code];
  const details = [status, code, ...(codeName === undefined ? [] : [codeName])].join(', ');
  return finalError('chat_refused', `Discord refuses a request for ${where} (${details}).`, error);
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
export function forbidden(
  where: string,
  missing: readonly PermissionName[],
  code: number | null = null,
  cause?: unknown,
): PortError {
  const codeText = code === null ? '' : ` (Discord ${code})`;
  const wanted = missing.length > 0 ? missing.join(', ') : permissionNames;
  return finalError(
    'chat_forbidden',
    `Steward may not do this in ${where}${codeText}. Give its role there: ${wanted}.`,
    cause,
  );
}

/**
 * What Discord's error codes mean for each kind of request, where they mean more than that it failed. `discordFailure` explains the
 * others, which end the work or are tried again.
 */
const meanings = {
  'open a thread': { [RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage]: 'it is open already' },
  'post a message': {
    // A form that is wrong (50035) names its fields, see `refusedFields`.
    [RESTJSONErrorCodes.UnknownMessage]: 'message_reference',
    [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory]: 'message_reference',
    [RESTJSONErrorCodes.CannotReferenceAMessageWithoutPermissionToReadMessageHistory]: 'message_reference',
  },
  'read a message': { [RESTJSONErrorCodes.UnknownMessage]: 'it is gone' },
  'change a message': {
    [RESTJSONErrorCodes.UnknownMessage]: 'it is gone',
    [RESTJSONErrorCodes.UnknownChannel]: 'it is gone',
  },
  'react to a message': {
    [RESTJSONErrorCodes.UnknownMessage]: 'it is gone',
    [RESTJSONErrorCodes.ReactionWasBlocked]: 'its author wants none',
  },
  'work in a thread': { [RESTJSONErrorCodes.InvalidActionOnArchivedThread]: 'it has to be opened again' },
  'read a member': {
    [RESTJSONErrorCodes.UnknownMember]: 'they have left the server',
    [RESTJSONErrorCodes.UnknownUser]: 'they have left Discord',
  },
  'read a server': {
    [RESTJSONErrorCodes.MissingAccess]: 'Steward is not in it',
    [RESTJSONErrorCodes.UnknownGuild]: 'Steward is not in it',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>;

/** What a refusal means for this kind of request; null if only that it failed. */
export const meaningOf = (request: keyof typeof meanings, error: unknown): string | null =>
  error instanceof DiscordAPIError
    ? ((meanings[request] as Readonly<Record<string, string>>)[String(error.code)] ?? null)
    : null;

/** The fields of a post for which Discord refuses it. */
export function refusedFields(error: unknown): readonly string[] {
  const field = meaningOf('post a message', error);
  if (field !== null) return [field];
  if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.InvalidFormBodyOrContentType)
    return [];
  return Object.keys(('errors' in error.rawError && error.rawError.errors) || {});
}
