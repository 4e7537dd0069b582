import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listSettings } from '../config/setting-tree.ts';
import { loadConfig } from '../config/load.ts';
import { configSchema } from '../config/schema.ts';
import { defaultConfigUrl, renderDefaultConfig } from './default-config.ts';

const text = readFileSync(defaultConfigUrl, 'utf8');

describe('config/default.yaml', () => {
  it('is what the schema says (else run npm run generate)', () => {
    expect(text).toBe(renderDefaultConfig());
  });

  it('loads as the defaults', () => {
    const { config } = loadConfig({ path: fileURLToPath(defaultConfigUrl), env: {}, dotenvPath: null });
    expect(config).toEqual(configSchema.parse({}));
  });

  it('holds every setting, in force or as a comment', () => {
    const keys = new Set([...text.matchAll(/^[ #]*([\w-]+):/gmu)].map(([, key]) => key));
    expect(listSettings().filter(({ path }) => !keys.has(path.split('.').at(-1)))).toEqual([]);
  });

  it('still loads as the defaults when its commented prompts are taken in', () => {
    const uncommented = text.replaceAll(/^ *# \w+_prompt: \|\n(?: *#(?: {3}.*)?\n)+/gmu, (prompt) =>
      prompt.replaceAll(/^( *)# ?/gmu, '$1'),
    );
    const given = parse(uncommented) as { readonly ai_response: Readonly<Record<string, unknown>> };
    expect(given.ai_response['answer_prompt']).toBe(configSchema.parse({}).ai_response.answer_prompt);
  });
});
