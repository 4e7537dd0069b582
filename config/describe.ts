import { hideKeys } from '../domain/intake/mask-credentials.ts';
import { isEmpty, isGroup } from './layers/layer.ts';
import { pathText } from './problem.ts';
import type { Config } from './schema.ts';
import { Secret } from './secret.ts';

const maxChars = 70;

/**
 * Describes what somebody has set, each on a short line, of a secret only whether it is set: single settings, and groups without settings,
 * such as a channel.
 */
export function describeGiven(config: Config, origins: ReadonlyMap<string, string>) {
  const values = new Map(valuesIn([], config));
  return [...origins].map(([path, origin]) => ({ path, value: values.get(path) ?? '{}', origin }));
}

const valuesIn = (
  path: readonly string[],
  value: unknown,
): readonly (readonly [path: string, text: string])[] =>
  isGroup(value) && !isEmpty(value)
    ? Object.entries(value).flatMap(([key, one]) => valuesIn([...path, key], one))
    : [[pathText(path), valueText(value)]];

function valueText(value: unknown): string {
  if (value instanceof Secret) return 'set';
  if (value === null || value === undefined) return 'not set';
  const text = hideKeys(JSON.stringify(value));
  return text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
}
