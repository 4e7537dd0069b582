import { z } from 'zod';
import { maxSayingChars } from '../discord/emulator/members/members.ts';
import { authorNameExpected, channelNameExpected, isAuthorName, isChannelName, type Role } from './names.ts';

/** What `reply-to` and `thread` point at; resolved as far as the script alone allows. */
export type ScriptReference =
  /** An earlier line's message, by its 1-based line number. */
  | { readonly kind: 'line'; readonly line: number }
  /** The last message of somebody who has spoken before, in the line's thread or channel. */
  | { readonly kind: 'author'; readonly author: string }
  /** Steward's last post there. */
  | { readonly kind: 'steward' };

export type ScriptLine =
  | {
      readonly kind: 'message';
      /** In the file, from 1. */
      readonly line: number;
      readonly author: string;
      readonly role: Role;
      readonly channel: string;
      /** The thread that hangs on a message, or (`named`) one that hangs on none and is known by its title. */
      readonly thread: ScriptReference | { readonly kind: 'named'; readonly title: string } | null;
      readonly replyTo: ScriptReference | null;
      readonly text: string;
      /** Waited before the line. */
      readonly pauseSeconds: number;
      /** False: the next line follows at once, so that both fall into one quiet window. */
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

/** A key that may be left out or null, and what it takes, for a person. */
const key = <Schema extends z.ZodType>(schema: Schema, expects: string) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .meta({ expects });

/** One line's object, each key by itself. A line number becomes its digits. */
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
