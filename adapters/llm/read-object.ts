/** Patterns of strings by the sign that opens the first key. They match unclosed strings, so nothing is read twice. */
const straight = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`;
const stringsOf: Readonly<Record<string, string>> = {
  "'": String.raw`'(?:[^'\\]|\\.)*(?:'|\\?$)|${straight}`,
  '“': String.raw`“[^”]*(?:”|$)|${straight}`,
};

/** Finds the braces, and the syntax that models use although JSON lacks it. */
const dialectOf = (strings: string) => ({
  braces: new RegExp(String.raw`${strings}|[{}]`, 'gsu'),
  loose: new RegExp(
    String.raw`(?<string>${strings})|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$)|(?<key>[A-Za-z_]\w*)(?=\s*:)|(?<word>[A-Za-z_]\w*)`,
    'gsu',
  ),
});
const usual = dialectOf(straight);
const dialects = new Map(Object.entries(stringsOf).map(([sign, strings]) => [sign, dialectOf(strings)]));

export interface ObjectText {
  readonly text: string;
  /** The index after its last brace. */
  readonly end: number;
  readonly loose: RegExp;
}

/** Reads from an opening brace to the one that closes it; null if none does. */
export function readObject(text: string, start: number): ObjectText | null {
  const firstSign = text.slice(start + 1, start + maxIndent).trimStart()[0] ?? '';
  const { braces, loose } = dialects.get(firstSign) ?? usual;
  let depth = 0;
  braces.lastIndex = start;
  for (let match = braces.exec(text); match !== null; match = braces.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    const end = braces.lastIndex;
    if (depth === 0) return { text: text.slice(start, end), end, loose };
  }
  return null;
}

/**
 * Accepts comments, trailing commas, and Python's or JavaScript's strings, keys and constants. Undefined for anything
 * else that is no JSON.
 */
export const jsonOfObject = ({ text, loose }: ObjectText): unknown =>
  jsonOf(text) ?? jsonOf(strictJson(text, loose));

const maxIndent = 200;

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

const constants: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  NaN: 'null',
  undefined: 'null',
};

const trailingComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gsu;

const strictJson = (json: string, loose: RegExp): string =>
  json
    .replaceAll(loose, (token: string, ...rest: unknown[]) => {
      const { string, key, word } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      if (string !== undefined) return strictString(string);
      if (key !== undefined) return `"${token}"`;
      return word === undefined ? '' : (constants[word] ?? word);
    })
    .replaceAll(trailingComma, (token) => (token === ',' ? '' : token));

/** Small models write line breaks into strings as they are, and escape what needs no escape. */
const strictString = (string: string): string =>
  `"${string.slice(1, -1).replaceAll(/\\u[\da-fA-F]{4}|\\.|["\p{Cc}]/gsu, strictSign)}"`;

function strictSign(sign: string): string {
  if (!sign.startsWith('\\')) return JSON.stringify(sign).slice(1, -1);
  if (/^\\(?:u[\da-fA-F]{4}|["\\/bfnrt])$/u.test(sign)) return sign;
  const escaped = sign.slice(1);
  return escaped === "'" ? escaped : String.raw`\\` + JSON.stringify(escaped).slice(1, -1);
}
