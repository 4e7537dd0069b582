import { parse } from 'yaml';
import { Secret } from '../secret.ts';
import { childOf, isContainer, type Setting } from '../setting-tree.ts';

/**
 * Converts the text of an environment variable to its setting's type. Text stays unchanged, so that ids keep their digits
 * and `no` stays a word. A list is `[a, b]` or `a, b`. The schema refuses what cannot be converted.
 */
export function coerce(setting: Setting, text: string): unknown {
  if (setting.nullable && text === 'null') return null;
  const { kind, item } = setting;
  if (kind === 'any' || item?.kind === 'any') return parseYaml(text, 'core');
  if (kind === 'text') return text;
  if (kind === 'secret') return new Secret(text.trim());
  if (kind !== 'number' && kind !== 'boolean') return coerceNested(setting, parseYaml(text, 'failsafe'));
  const value = parseYaml(text, 'core');
  return typeof value === kind ? value : text;
}

/** `value` contains only texts, because the failsafe schema has no other scalars. */
function coerceNested(setting: Setting, value: unknown): unknown {
  const { kind, item } = setting;
  if (typeof value === 'string') {
    if (isContainer(setting)) return value;
    if (kind !== 'list') return coerce(setting, value);
    return value.split(',').map((one) => (item ? coerceNested(item, one.trim()) : one));
  }
  if (Array.isArray(value)) return value.map((one) => (item ? coerceNested(item, one) : one));
  if (value === null || typeof value !== 'object') return value;
  const nested = Object.entries(value).map(([key, one]) => {
    const child = childOf(setting, key);
    return [key, child ? coerceNested(child, one) : one];
  });
  return Object.fromEntries(nested);
}

function parseYaml(text: string, schema: 'core' | 'failsafe'): unknown {
  try {
    return parse(text, { schema, logLevel: 'error' });
  } catch {
    return text;
  }
}
