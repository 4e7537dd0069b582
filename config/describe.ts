import { hideKeys } from '../domain/intake/mask-credentials.ts';
import type { Config } from './schema.ts';
import { Secret } from './secret.ts';

export interface DescribedSetting {
  /** Such as `discord.guild_ids`. */
  readonly path: string;
  /** Short and on one line. For a secret only whether it is set. */
  readonly value: string;
  /** Null for a default. */
  readonly origin: string | null;
}

const maxChars = 70;

/** Describes every effective setting without secrets. */
export const describeConfig = (
  config: Config,
  origins: ReadonlyMap<string, string> = new Map(),
): readonly DescribedSetting[] => describe('', config, origins);

/** Describes what somebody has set: single settings, and groups without settings, such as a channel. */
export function describeGiven(
  config: Config,
  origins: ReadonlyMap<string, string>,
): readonly DescribedSetting[] {
  const values = new Map(describeConfig(config).map(({ path, value }) => [path, value]));
  return [...origins].map(([path, origin]) => ({ path, value: values.get(path) ?? '{}', origin }));
}

function describe(
  path: string,
  value: unknown,
  origins: ReadonlyMap<string, string>,
): readonly DescribedSetting[] {
  if (isGroup(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, one]) =>
      describe(path ? `${path}.${key}` : key, one, origins),
    );
  }
  return [{ path, value: valueText(value), origin: origins.get(path) ?? null }];
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret);

function valueText(value: unknown): string {
  if (value instanceof Secret) return 'set';
  if (value === null || value === undefined) return 'not set';
  const text = hideKeys(JSON.stringify(value));
  return text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
}
