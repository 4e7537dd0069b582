import { z } from 'zod';
import { decisions, type Decision, type DecisionName } from '../../domain/models/decisions.ts';
import { behindThought, withoutModelMarks } from '../../domain/posting/model-marks.ts';
import { jsonOf, readObject, jsonOfObject, type ObjectText } from './read-object.ts';

const maxWrongChars = 500;

/** The decision in an answer's text, or what is wrong with it, in words for the model. */
export function readDecision<Name extends DecisionName>(
  text: string,
  {
    decision,
    accept = () => true,
  }: { readonly decision: Name; readonly accept?: (value: Decision<Name>) => boolean },
): { readonly value: Decision<Name> } | { readonly wrong: string } {
  let wrong: string | null = null;
  const parse = (json: unknown) => decisions[decision].safeParse(asMeant(decisions[decision], json));
  const value = parseAnswer(text, (json) => {
    const data = unwrapped(json, (inner) => parse(inner).data ?? null) as Decision<Name> | null;
    if (data && accept(data)) return data;
    const { error } = parse(json);
    wrong ??=
      error && !data
        ? z.prettifyError(error)
        : 'A value is empty, or something that was asked for is left out.';
    return null;
  });
  if (value !== null) return { value: inEachString(value) as Decision<Name> };
  return { wrong: (wrong ?? 'It holds no complete JSON object with fields.').slice(0, maxWrongChars) };
}

/** Models write thoughts and control tokens into the strings of their answers, too. */
const inEachString = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutModelMarks(value);
  if (Array.isArray(value)) return value.map(inEachString);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inEachString(one)]));
};

const maxWrappings = 3;

/**
 * Models may wrap an answer in an object: of its name, of a tool call, of a result. Null if two parts of it would fit.
 */
function unwrapped<T>(json: unknown, read: (value: unknown) => T | null, wrappings = maxWrappings): T | null {
  const ownValue = read(json);
  if (ownValue !== null || wrappings === 0 || typeof json !== 'object' || json === null) return ownValue;
  const inner = Object.values(json).flatMap((value: unknown) => {
    const decoded = typeof value === 'string' && value.trimStart().startsWith('{') ? jsonOf(value) : value;
    return typeof decoded === 'object' ? (unwrapped(decoded, read, wrappings - 1) ?? []) : [];
  });
  return inner.length === 1 ? (inner[0] as T) : null;
}

/**
 * The JSON object of a model's answer, which may be encoded twice, stand in a code fence, or follow a thought or prose. Of several, the last one that `accept` takes counts, because drafts come first;
 * null if it takes none. Nothing counts after the start of an object that never closes: it would be part of that
 * object's strings.
 */
export function parseAnswer<T>(text: string, accept: (value: unknown) => T | null): T | null {
  const answerText = behindThought(text).trim();
  const encoded = /^(?:```\w*\s*)?"/u.test(answerText)
    ? jsonOf(answerText.replaceAll(/^```\w*|```$/gu, ''))
    : null;
  if (typeof encoded === 'string') return parseAnswer(encoded, accept);
  const objects: ObjectText[] = [];
  for (let start = nextObject(answerText, 0); start !== -1;) {
    const object = readObject(answerText, start);
    if (object === null) break;
    objects.push(object);
    start = nextObject(answerText, object.end);
  }
  for (const object of objects.slice(-mostObjects).toReversed()) {
    const value = jsonOfObject(object);
    const accepted = value === undefined ? null : accept(value);
    if (accepted !== null) return accepted;
  }
  return null;
}

/** A model that repeats itself writes many. */
const mostObjects = 100;

/** The next brace that a key follows: braces in prose have none. */
function nextObject(text: string, from: number): number {
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? -1;
}

const opening = /\{\s*"/gu;

/**
 * Converts an answer to what the model plainly meant: a single value to a list, null and what is left out to nothing, an id to its
 * object, a fraction to a whole number. What could mean two things stays, and the schema refuses it.
 */
function asMeant(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return saysNothing(value) ? null : asMeant(schema.unwrap(), value);
  if (schema instanceof z.ZodObject) return objectMeant(schema.shape, value);
  if (schema instanceof z.ZodArray) return listMeant(schema.element, value);
  if (schema instanceof z.ZodBoolean && value === null) return false;
  if (schema instanceof z.ZodNumber && schema.isInt && typeof value === 'number') return Math.round(value);
  if (schema instanceof z.ZodString && value === null) return '';
  return value;
}

const saysNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^\s*(?:null|none|nil|n\/a|undefined)?\s*$/iu.test(value));

function listMeant(element: unknown, value: unknown): unknown {
  if (saysNothing(value)) return [];
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => asMeant(element, one));
}

const mayBeEmpty = (schema: unknown): boolean =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodArray;

function objectMeant(shape: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const keys = Object.keys(shape);
  const required = keys.filter((key) => !mayBeEmpty(shape[key]));
  // A text may stand for an object with a single required field.
  if (typeof value === 'string' && required.length === 1)
    return objectMeant(shape, { [required[0] ?? '']: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // A missing field is empty, unless a field with an unknown name may be it.
  const isComplete = Object.keys(value).length > 0 && Object.keys(value).every((name) => name in shape);
  const fields = keys.flatMap((key) => {
    if (key in value) return [[key, asMeant(shape[key], value[key as keyof typeof value])]];
    return isComplete && mayBeEmpty(shape[key]) ? [[key, asMeant(shape[key], null)]] : [];
  });
  return { ...value, ...Object.fromEntries(fields) } as unknown;
}
