import { DiscordAPIError, RESTJSONErrorCodes as Codes } from 'discord.js';

/**
 * What Discord's error codes mean for each kind of request, where they mean more than that it failed. `discordFailure` explains the
 * others, which end the work or are tried again.
 */
const meanings = {
  'open a thread': { [Codes.ThreadAlreadyCreatedForMessage]: 'it is open already' },
  'post a message': {
    // A form that is wrong (50035) names its fields, see `refusedFields`.
    [Codes.UnknownMessage]: 'message_reference',
    [Codes.CannotReplyWithoutPermissionToReadMessageHistory]: 'message_reference',
    [Codes.CannotReferenceAMessageWithoutPermissionToReadMessageHistory]: 'message_reference',
  },
  'read a message': { [Codes.UnknownMessage]: 'it is gone' },
  'change a message': { [Codes.UnknownMessage]: 'it is gone', [Codes.UnknownChannel]: 'it is gone' },
  'react to a message': {
    [Codes.UnknownMessage]: 'it is gone',
    [Codes.ReactionWasBlocked]: 'its author wants none',
  },
  'work in a thread': { [Codes.InvalidActionOnArchivedThread]: 'it has to be opened again' },
  'read a member': {
    [Codes.UnknownMember]: 'they have left the server',
    [Codes.UnknownUser]: 'they have left Discord',
  },
  'read a server': {
    [Codes.MissingAccess]: 'Steward is not in it',
    [Codes.UnknownGuild]: 'Steward is not in it',
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
  if (!(error instanceof DiscordAPIError) || error.code !== Codes.InvalidFormBodyOrContentType) return [];
  return Object.keys(('errors' in error.rawError && error.rawError.errors) || {});
}
