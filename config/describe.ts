import { hideKeys } from '../domain/intake/mask-credentials.ts';
import { configSchema, type Config } from './schema.ts';
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

/** Describes the settings that differ from their defaults. */
export function describeChanges(
  config: Config,
  origins: ReadonlyMap<string, string>,
): readonly DescribedSetting[] {
  const defaults = configSchema.parse({});
  const paths = [...origins.keys()];
  return [...origins].flatMap(([path, origin]) => {
    const found = valueAt(config, path);
    const value = valueText(found);
    if (value === valueText(valueAt(defaults, path))) return [];
    if (!isGroup(found)) return [{ path, value, origin }];
    // Each setting in a group has an origin of its own. A group without settings is a change only if there is none by default.
    const isNew = !isGroup(valueAt(defaults, path)) && !paths.some((one) => one.startsWith(`${path}.`));
    return isNew ? [{ path, value: '{}', origin }] : [];
  });
}

/** The value at a path. A part of the path may be a name that contains a dot. */
function valueAt(config: unknown, path: string): unknown {
  if (path === '') return config;
  if (!isGroup(config)) return undefined;
  const key = Object.keys(config).find((name) => path === name || path.startsWith(`${name}.`));
  if (key === undefined) return undefined;
  return valueAt((config as Readonly<Record<string, unknown>>)[key], path.slice(key.length + 1));
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
