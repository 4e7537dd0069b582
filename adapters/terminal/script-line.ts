import { z } from 'zod';
import { maxSayingChars } from '../discord/emulator/members/members.ts';
import { authorNameExpected, channelNameExpected, isAuthorName, isChannelName, type Role } from './names.ts';

/** The target of `reply-to` or `thread`. The message itself is known only when the script is played. */
export type ScriptReference =
  /** The message of an earlier line, by its 1-based number. */
  | { readonly kind: 'line'; readonly line: number }
  /** The author's last message in the line's thread or channel. */
  | { readonly kind: 'author'; readonly author: string }
  /** Steward's last post in the line's thread or channel. */
  | { readonly kind: 'steward' };

export type ScriptLine =
  | {
      readonly kind: 'message';
      /** The 1-based line number in the file. */
      readonly line: number;
      readonly author: string;
      readonly role: Role;
      readonly channel: string;
      /** The thread of a message, or a thread without a message, known by its title. */
      readonly thread: ScriptReference | { readonly kind: 'named'; readonly title: string } | null;
      readonly replyTo: ScriptReference | null;
      readonly text: string;
      /** The wait before the line. */
      readonly pauseSeconds: number;
      /** False if the next line follows at once, so that both fall into one quiet window. */
      readonly settle: boolean;
    }
  /** `/regenerate`: rebuilds the library instead of saying something. */
  | { readonly kind: 'regenerate'; readonly line: number; readonly pauseSeconds: number };

export type ScriptMessage = Extract<ScriptLine, { kind: 'message' }>;

const roles: ReadonlyMap<string, Role> = new Map([
  ['member', 'member'],
  ['user', 'member'],
  ['community_user', 'member'],
  ['team', 'team'],
  ['team_member', 'team'],
  ['moderator', 'team'],
  ['operator', 'team'],
]);

const maxPauseSeconds = 3_600;
const maxReferenceChars = 100;
const referenceExpected = `a line's "id", an author, "steward" or a line number, as a text of 1 to ${maxReferenceChars} characters`;

const name = z.string().trim().min(1).max(maxReferenceChars);
const reference = z.union([name, z.int().positive().transform(String)]);

/** An optional or null key. `expects` describes its values for error messages. */
const key = <Schema extends z.ZodType>(schema: Schema, expects: string) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .meta({ expects });

/** The keys of one line. A line number in a reference becomes a string. */
export const lineSchema = z.strictObject({
  id: key(
    name.refine((id) => id.toLowerCase() !== 'steward'),
    `a name for the line: a text of 1 to ${maxReferenceChars} characters that is not "steward"`,
  ),
  author: key(z.string().refine(isAuthorName), authorNameExpected),
  role: key(
    z
      .string()
      .toLowerCase()
      .refine((role) => roles.has(role))
      .transform((role) => roles.get(role) ?? 'member'),
    `one of ${[...roles.keys()].map((role) => `"${role}"`).join(', ')}`,
  ),
  channel: key(
    z
      .string()
      .transform((channel) => channel.replace(/^#/, ''))
      .refine(isChannelName),
    channelNameExpected,
  ),
  thread: key(reference, `${referenceExpected}; any other text names a new thread`),
  'reply-to': key(reference, referenceExpected),
  text: z
    .string()
    .max(maxSayingChars)
    .refine((text) => text.trim() !== '')
    .meta({ expects: `a text of 1 to ${maxSayingChars} characters that is not blank` }),
  pause: key(z.number().min(0).max(maxPauseSeconds), `seconds: a number from 0 to ${maxPauseSeconds}`),
  settle: key(z.boolean(), 'true or false'),
});
