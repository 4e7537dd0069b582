import { z } from 'zod';
import { lettersIn } from '../../domain/values/text.ts';
import { jsonOf } from './read-object.ts';

/**
 * Converts an answer to what the model plainly meant: "true" to true, a number's word to the number, a single value to
 * a list, null to an empty list, an object to its id, and keys to their spelling. What could mean two things stays, and
 * the schema refuses it.
 */
export function asMeant(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return saysNothing(value) ? null : asMeant(schema.unwrap(), value);
  if (schema instanceof z.ZodObject) return objectMeant(schema.shape, value);
  if (schema instanceof z.ZodArray) return listMeant(schema.element, value);
  if (schema instanceof z.ZodEnum) return schema.options.find((one) => isSameWord(one, value)) ?? value;
  if (schema instanceof z.ZodBoolean) return booleanMeant(value);
  if (schema instanceof z.ZodNumber) return numberMeant(value, schema.isInt);
  if (schema instanceof z.ZodString) return textMeant(value);
  return value;
}

const saysNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^\s*(?:null|none|nil|n\/a|undefined)?\s*$/iu.test(value));

const isSameWord = (one: unknown, other: unknown): boolean =>
  typeof other === 'string' && lettersIn(String(one)) === lettersIn(other);

function booleanMeant(value: unknown): unknown {
  if (value === null) return false;
  const word = typeof value === 'string' ? lettersIn(value) : value;
  if (word === 'true' || word === 'yes' || value === 1) return true;
  return word === 'false' || word === 'no' || value === 0 ? false : value;
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function numberMeant(value: unknown, isInt: boolean): unknown {
  if (typeof value === 'number') return isInt ? Math.round(value) : value;
  if (typeof value !== 'string') return value;
  const digits = /^\s*(-?\d{1,15}(?:\.\d{1,15})?)\s*(?:(?:\/|of|out of)\s*10)?\s*$/iu.exec(value)?.[1];
  if (digits !== undefined) return numberMeant(Number(digits), isInt);
  const named = numbers.indexOf(lettersIn(value));
  return named === -1 ? value : named;
}

function textMeant(value: unknown): unknown {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : value;
}

function listMeant(element: unknown, value: unknown): unknown {
  if (saysNothing(value)) return [];
  const list = decoded(value, '[');
  return (Array.isArray(list) ? list : [list])
    .filter((one) => one !== null)
    .map((one: unknown) => asMeant(element, element instanceof z.ZodString ? firstText(one) : one));
}

/** The first text of an object that stands in place of an id or a text. */
const firstText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (Object.values(value).find((one) => typeof one === 'string') ?? value)
    : value;

/** Decodes a list or an object that is a JSON string. */
const decoded = (value: unknown, opening: '[' | '{'): unknown =>
  typeof value === 'string' && value.trimStart().startsWith(opening) ? (jsonOf(value) ?? value) : value;

const mayBeEmpty = (schema: unknown): boolean =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodArray;

function objectMeant(shape: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const keys = Object.keys(shape);
  const required = keys.filter((key) => !mayBeEmpty(shape[key]));
  const decodedObject = decoded(value, '{');
  // A text may stand for an object with a single required field.
  if (typeof decodedObject === 'string' && required.length === 1)
    return objectMeant(shape, { [required[0] ?? '']: decodedObject });
  if (typeof decodedObject !== 'object' || decodedObject === null || Array.isArray(decodedObject))
    return decodedObject;
  const named = Object.fromEntries(
    Object.entries(decodedObject).map(([name, one]) => [
      keys.find((key) => isSameWord(key, name)) ?? name,
      one as unknown,
    ]),
  );
  // A missing field is empty, unless a field with an unknown name may be it.
  const isComplete = Object.keys(named).length > 0 && Object.keys(named).every((name) => name in shape);
  const fields = keys.flatMap((key) => {
    if (key in named) return [[key, asMeant(shape[key], named[key])]];
    return isComplete && mayBeEmpty(shape[key]) ? [[key, asMeant(shape[key], null)]] : [];
  });
  return { ...named, ...Object.fromEntries(fields) } as unknown;
}
