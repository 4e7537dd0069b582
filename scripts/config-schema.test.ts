import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, type ConfigProblem } from '../config/problem.ts';
import { configSchemaUrl } from '../config/schema.ts';
import { listSettings } from '../config/setting-tree.ts';
import { loadGiven } from '../test/support/values/load-given.ts';
import { renderConfigSchema } from './config-schema.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly additionalProperties?: Node | false;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Node[];
}

const problemsOf = (yaml: string): readonly ConfigProblem[] => {
  try {
    loadGiven({ yaml });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const schema = JSON.parse(readFileSync(configSchemaUrl, 'utf8')) as Node;

describe('config/schema.json', () => {
  it('is what the schema says (else run npm run generate)', () => {
    expect(schema).toEqual(JSON.parse(renderConfigSchema()));
  });

  it('explains settings, knows the other name of a section, and keeps secrets out of the file', () => {
    const { discord, ai } = schema.properties ?? {};
    expect(discord?.properties?.['how_sure']?.description).toContain('How sure');
    expect(JSON.stringify(discord?.properties?.['token'])).toContain('STEWARD__DISCORD__TOKEN');
    expect(ai?.$ref).toBe('#/properties/ai_response');
  });

  it.each(
    listSettings()
      .filter(({ setting: { kind } }) => kind === 'group' || kind === 'record')
      .map(({ path }) => path),
  )('accepts or marks %s with nothing below it, as Steward does', (path) => {
    const names = path.split('.');
    const yaml = `${names.map((name, depth) => `${' '.repeat(depth)}'${name}':`).join('\n')}\n`;
    const inSchema = names.reduce<Node | undefined>(
      (node, name) => node?.properties?.[name] ?? (node?.additionalProperties || undefined),
      schema,
    );
    const types = [inSchema, ...(inSchema?.anyOf ?? [])].flatMap((node) => node?.type ?? []);
    const found = problemsOf(yaml.replaceAll('<name>', 'help')).map((problem) => problem.found);
    expect([path, found]).toEqual([path, types.includes('null') ? [] : ['null']]);
  });
});
