import { z } from 'zod';
import { hideKeys } from '../../domain/intake/mask-credentials.ts';
import { Secret } from '../secret.ts';

// A config is parsed once per process, and compiling its schemas takes longer than interpreting them.
z.config({ jitless: true });

/**
 * The types of settings' values. `expects` says in words what is valid, for the list of mistakes; by default the words
 * come from the type and its limits. `secret` marks values that only the environment may hold.
 */

export const filledText = () => z.string().regex(/\S/).meta({ expects: 'text that is not blank' });

/** A value that nobody has to set. */
export const nullByDefault = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const trueOrFalse = (usual: boolean) => z.boolean().default(usual);

/** The task of a step. */
export const prompt = (usual: string, what: string) => filledText().default(usual).describe(what);

export const path = () =>
  z
    .string()
    .regex(/^[^\0]*[^\0\s][^\0]*$/)
    .meta({ expects: 'a path' });

export const seconds = (limits: { readonly max: number }) => z.number().positive().max(limits.max);

export const count = (limits: { readonly min: number; readonly max: number }) =>
  z.int().min(limits.min).max(limits.max);

/** A time in the unit that the setting's name says, 0 included. */
export const durationOr = (usual: number, limits: { readonly max: number }) =>
  z.number().min(0).max(limits.max).default(usual);

/** A group of sources. */
export const groupName = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/u)
    .meta({ expects: 'lower-case letters, digits, - and _' });

/** The groups of sources that a place is about. Null: all. */
export const groupLimit = () => nullByDefault(z.array(groupName()).min(1));

/** Ids are texts, because a number would lose digits. */
export const discordId = () =>
  z
    .string()
    .regex(/^\d{17,20}$/)
    .meta({ expects: 'a Discord id: 17 to 20 digits in quotes' });

/** Credentials are refused, so that an address can be shown anywhere. */
export const httpUrl = () =>
  z
    .url({ protocol: /^https?$/ })
    .refine(hasNoCredentials)
    .meta({ expects: 'an address that starts with http:// or https://, without a password or a key in it' });

/** The address of a model provider's API, to which the path of each call is added. */
export const apiUrl = () =>
  httpUrl()
    .refine((text) => !/\/(?:completions|embeddings)\/?$/u.test(text))
    .meta({
      expects:
        'an address such as https://api.openai.com/v1, to which /chat/completions is added, without a password or a key in it',
    });

/** Values by names that match a pattern. A name that does not match hides no mistake in its value. */
export const named = <Value extends z.ZodType>(pattern: RegExp, value: Value) =>
  z.record(z.string(), value).check(({ value: record, issues }) => {
    for (const name of Object.keys(record).filter((one) => !pattern.test(one))) {
      issues.push({ code: 'invalid_key', origin: 'record', issues: [], input: name, path: [name] });
    }
  });

export const secret = () => z.instanceof(Secret).meta({ secret: true });

/** A secret that is sent in a header, where no other characters are allowed. */
export const sentSecret = () =>
  z
    .instanceof(Secret)
    .refine((one) => /^[!-~]+$/u.test(one.reveal()))
    .meta({ secret: true, expects: 'a secret from the environment, of ASCII characters without spaces' });

function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && hideKeys(text) === text;
}

export type DeepReadonly<T> = T extends Secret
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
