import type { Config } from './schema.ts';
import { Secret } from './secret.ts';

export interface DescribedSetting {
  /** `discord.guild_ids` */
  readonly path: string;
  /** Short, on one line. Of a secret only whether it is set. */
  readonly value: string;
  /** Null for a default. */
  readonly origin: string | null;
}

const maxChars = 70;

/** Every setting as it is in force, for people to read. Holds no secret. */
export const describeConfig = (
  config: Config,
  origins: ReadonlyMap<string, string> = new Map(),
): readonly DescribedSetting[] => describe('', config, origins);

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
  if (value === null) return 'not set';
  const text = JSON.stringify(value);
  return text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
}
