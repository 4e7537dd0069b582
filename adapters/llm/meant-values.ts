import { z } from 'zod';

/**
 * Converts an answer to what the model plainly meant: a single value to a list, null and what is left out to nothing, an id to its
 * object, a fraction to a whole number. What could mean two things stays, and the schema refuses it.
 */
export function asMeant(schema: unknown, value: unknown): unknown {
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
