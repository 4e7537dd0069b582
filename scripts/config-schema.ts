import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { variableName } from '../config/layers/env-layer.ts';
import { configSchema, configSchemaUrl } from '../config/schema.ts';
import { scriptArguments } from './script-arguments.ts';

/**
 * Writes config/schema.json from the schema. With it, editors complete and explain settings. Run it after a change of the
 * schema; a test compares.
 */

type Schema = Readonly<Record<string, unknown>>;

export function renderConfigSchema(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { properties = {}, ...root } = forEditors(schema, []) as { readonly properties?: Schema };
  const whole = {
    ...root,
    title: "Steward's settings",
    properties: {
      ...properties,
      ai: { $ref: '#/properties/ai_response', description: 'Another name for `ai_response`.' },
    },
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** What only Steward reads of a setting. */
const ownKeys: ReadonlySet<string> = new Set(['expects', 'example', 'secret', 'properties']);

/** Removes what only Steward reads. Files may hold no secrets, and a heading with nothing below it is null in YAML. */
function forEditors(schema: unknown, path: readonly string[], mayBeEmpty = true): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => forEditors(one, path, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { secret, type, properties } = schema as Schema;
  if (secret)
    return { type: 'null', description: `Set ${variableName(path)}, or ${variableName(path)}_FILE.` };
  const inside = Object.entries(schema)
    .filter((entry) => !ownKeys.has(entry[0]) && isPortable(entry))
    .map(([key, value]) => [
      key,
      key === 'default' || key === 'enum' ? value : forEditors(value, path, key !== 'items'),
    ]);
  return {
    ...Object.fromEntries(inside),
    ...(type === 'object' && mayBeEmpty && { type: ['object', 'null'] }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Schema).map(([key, value]) => [key, forEditors(value, [...path, key])]),
      ),
    }),
  };
}

/** Editors lack the newer kind of regular expressions that some patterns need. */
function isPortable([key, value]: readonly [string, unknown]): boolean {
  return key !== 'pattern' || !String(value).includes('\\p{RGI');
}

if (import.meta.main) {
  scriptArguments('Writes config/schema.json, from the schema.');
  writeFileSync(configSchemaUrl, renderConfigSchema());
}
