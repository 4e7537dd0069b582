import type { z } from 'zod';

/** A field that counts as missing if it has another type, so that it does not make the whole answer unreadable. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

/** A string, which may hold braces, or a brace. It matches unclosed strings, so nothing is read twice. */
const stringOrBrace = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]/gsu;

export interface ObjectText {
  readonly text: string;
  /** The index after its last brace. */
  readonly end: number;
}

/** Reads from an opening brace to the one that closes it; null if none does. */
export function readObject(text: string, start: number): ObjectText | null {
  let depth = 0;
  stringOrBrace.lastIndex = start;
  for (let match = stringOrBrace.exec(text); match !== null; match = stringOrBrace.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    const end = stringOrBrace.lastIndex;
    if (depth === 0) return { text: text.slice(start, end), end };
  }
  return null;
}

/** Accepts trailing commas, and line breaks in strings, which small models write as they are. Undefined for anything else that is no JSON. */
export const jsonOfObject = ({ text }: ObjectText): unknown => jsonOf(text) ?? jsonOf(strictJson(text));

/** Undefined if it is no JSON. A number that would lose digits, such as a message's id, becomes a text. */
export function jsonOf(json: string): unknown {
  try {
    return /\d{16}/u.test(json) ? JSON.parse(json, withAllDigits) : JSON.parse(json);
  } catch {
    return undefined;
  }
}

const withAllDigits = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;

const stringOrTrailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gsu;

const strictJson = (json: string): string =>
  json.replaceAll(stringOrTrailingComma, (token) =>
    token === ',' ? '' : token.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1)),
  );
