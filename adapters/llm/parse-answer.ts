import { z } from 'zod';
import { decisions, type Decision, type DecisionName } from '../../domain/models/decisions.ts';

const maxWrongChars = 500;

/** The decision in an answer's text, or what is wrong with it, in words for the model. */
export function readDecision<Name extends DecisionName>(
  text: string,
  {
    decision,
    accept = () => true,
  }: { readonly decision: Name; readonly accept?: (value: Decision<Name>) => boolean },
): { readonly value: Decision<Name> } | { readonly wrong: string } {
  let wrong = 'It holds no complete JSON object.';
  const value = parseAnswer(text, (json) => {
    const { data, error } = decisions[decision].safeParse(json);
    if (data && accept(data as Decision<Name>)) return data as Decision<Name>;
    wrong = error ? z.prettifyError(error) : 'A value is empty, or something that was asked for is left out.';
    return null;
  });
  return value === null ? { wrong: wrong.slice(0, maxWrongChars) } : { value };
}

/**
 * The JSON object of a model's answer, which may stand in a fence, behind prose, with trailing commas, or with line breaks in strings. Where there are
 * several, the last that `accept` takes: drafts come first. Null where none does. An object that never closes was cut off:
 * nothing after its start counts, since that would be taken from inside its own strings.
 */
export function parseAnswer<T>(text: string, accept: (value: unknown) => T | null): T | null {
  let found: T | null = null;
  // What a model thinks may open what it never closes.
  const thought = /^\s*<think>[^]*?<\/think>/u.exec(text)?.[0].length ?? 0;
  for (let at = text.indexOf('{', thought); at !== -1;) {
    const object = readObject(text, at);
    if (object === null) break;
    found = acceptJson(object.json, accept) ?? found;
    at = text.indexOf('{', object.end);
  }
  return found;
}

function acceptJson<T>(json: string, accept: (value: unknown) => T | null): T | null {
  const value = jsonOf(json) ?? jsonOf(json.replaceAll(strings, onOneLine));
  return value === undefined ? null : accept(value);
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const strings = /"(?:[^"\\]|\\.)*"/gsu;

/** Small models write line breaks into strings as they are. */
const onOneLine = (string: string): string =>
  string.replaceAll(/[\n\r\t]/gu, (sign) => JSON.stringify(sign).slice(1, -1));

/** A string that never closes goes to the end, so that nothing is read twice. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|,(?=\s*[}\]])|[{}]/gsu;

/** From an opening brace to the one that closes it, without trailing commas; null where none closes it. */
function readObject(text: string, start: number): { readonly json: string; readonly end: number } | null {
  let [depth, from, json] = [0, start, ''];
  tokens.lastIndex = start;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (token === ',') {
      json += text.slice(from, match.index);
      from = tokens.lastIndex;
    }
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return { json: json + text.slice(from, tokens.lastIndex), end: tokens.lastIndex };
  }
  return null;
}
