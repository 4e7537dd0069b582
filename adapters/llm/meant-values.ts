import { z } from 'zod';

/**
 * Converts an answer to what the model plainly meant: "true" to true, "8/10" to 8, a single value to a list, null and what is left out
 * to nothing, an id to its object. What could mean two things stays, and the schema refuses it.
 */
export function asMeant(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return saysNothing(value) ? null : asMeant(schema.unwrap(), value);
  if (schema instanceof z.ZodObject) return objectMeant(schema.shape, value);
  if (schema instanceof z.ZodArray) return listMeant(schema.element, value);
  if (schema instanceof z.ZodBoolean) return booleanMeant(value);
  if (schema instanceof z.ZodNumber) return numberMeant(value, schema.isInt);
  if (schema instanceof z.ZodString && value === null) return '';
  return value;
}

const saysNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^\s*(?:null|none|nil|n\/a|undefined)?\s*$/iu.test(value));

function booleanMeant(value: unknown): unknown {
  if (value === null) return false;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : value;
}

function numberMeant(value: unknown, isInt: boolean): unknown {
  if (typeof value === 'number') return isInt ? Math.round(value) : value;
  const digits =
    typeof value === 'string' ? /^\s*(-?\d{1,15}(?:\.\d{1,15})?)(?:\s*\/\s*10)?\s*$/u.exec(value)?.[1] : null;
  return digits ? numberMeant(Number(digits), isInt) : value;
}

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
