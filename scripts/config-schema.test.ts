import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchemaUrl } from '../config/schema.ts';
import { renderConfigSchema } from './config-schema.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly { readonly pattern?: string }[];
}

const schema = JSON.parse(readFileSync(configSchemaUrl, 'utf8')) as Node;

describe('config/schema.json', () => {
  it('is what the schema says (else run scripts/config-schema.ts)', () => {
    expect(schema).toEqual(JSON.parse(renderConfigSchema()));
  });

  it('explains settings, knows the other name of a section, and keeps secrets out of the file', () => {
    const { discord, ai, texts } = schema.properties ?? {};
    expect(discord?.properties?.['how_sure']?.description).toContain('How sure');
    expect(JSON.stringify(discord?.properties?.['token'])).toContain('STEWARD__DISCORD__TOKEN');
    expect(ai?.$ref).toBe('#/properties/ai_response');
    expect(texts?.properties?.['fr']?.$ref).toBe('#/properties/texts/properties/en');
  });

  it('marks nothing that the Python original has and Steward reads', () => {
    const { ai_response: answers, kb, logging } = schema.properties ?? {};
    expect(answers?.properties?.['max_retries']?.description).toContain('`ai_response.llm.max_retries`');
    expect(kb?.properties?.['max_source_bytes']?.description).toContain('Has no effect');
    const [, spellings] = logging?.properties?.['level']?.anyOf ?? [];
    expect('WARNING').toMatch(new RegExp(spellings?.pattern ?? '$.'));
  });
});
