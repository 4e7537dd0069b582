import { describe, expect, it } from 'vitest';
import { describeConfig } from './describe.ts';
import { loadConfig } from './load.ts';

const { config, origins } = loadConfig({
  path: null,
  dotenvPath: null,
  env: { STEWARD__AI_RESPONSE__LLM__API_KEY: 'sk-hidden', STEWARD__LOGGING__LEVEL: 'warn' },
});
const described = describeConfig(config, origins);
const at = (path: string) => described.find((one) => one.path === path);

describe('describeConfig', () => {
  it('says of a secret only that it is set', () => {
    expect(at('ai_response.llm.api_key')?.value).toBe('set');
    expect(JSON.stringify(described)).not.toContain('sk-hidden');
  });

  it('says where a value comes from', () => {
    expect(at('logging.level')).toEqual({
      path: 'logging.level',
      value: '"warn"',
      origin: 'STEWARD__LOGGING__LEVEL',
    });
    expect(at('storage.kind')?.origin).toBeNull();
  });

  it('keeps every value on one short line', () => {
    expect(at('ai_response.answer_prompt')?.value).toMatch(/^".{60,80}characters\)$/);
  });
});
