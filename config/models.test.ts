import { describe, expect, it } from 'vitest';
import { loadGiven, mistakes, type Given } from '../test/support/values/load-given.ts';
import { fallbacksOf, modelsInUse } from './schema/models-in-use.ts';

const url = 'https://api.example.com/v1';
const base = `ai_response:\n  llm: { model: large, base_url: "${url}", timeout_seconds: 9 }\n`;
const env = { STEWARD__AI_RESPONSE__LLM__API_KEY: 'sk-first' };

function used(yaml: string, step: string) {
  const found = modelsInUse(loadGiven({ yaml: base + yaml, env }).config).get(step);
  return { ...found, api_key: found?.api_key?.reveal() ?? null };
}

describe("a step's own model", () => {
  it('takes what it does not set from ai_response.llm, the key included', () => {
    expect(used('  steps: { gate: { model: small } }', 'gate')).toMatchObject({
      path: 'ai_response.steps.gate',
      model: 'small',
      base_url: url,
      api_key: 'sk-first',
      timeout_seconds: 9,
    });
    expect(used('  steps: { gate: { model: small } }', 'generate')).toMatchObject({ model: 'large' });
  });

  it('at another address never gets the key of the first', () => {
    const elsewhere = '  steps: { verify: { base_url: "https://other.example.com/v1" } }';
    expect(used(elsewhere, 'verify')).toMatchObject({ model: 'large', api_key: null });
  });

  it('sends fields of its own, typed in a variable like in the file', () => {
    const steps = '  steps: { gate: { extra_body: { reasoning: { effort: low } } } }';
    expect(used(steps, 'gate')).toMatchObject({ extra_body: { reasoning: { effort: 'low' } } });
    const path = 'STEWARD__AI_RESPONSE__LLM__EXTRA_BODY';
    const bodyOf = (given: Given) => loadGiven(given).config.ai_response.llm.extra_body;
    expect(bodyOf({ env: { [path]: '{ top_k: 5, think: false }' } })).toEqual({ top_k: 5, think: false });
    expect(bodyOf({ env: { [`${path}__TOP_K`]: '5' } })).toEqual({ top_k: 5 });
    expect(bodyOf({ yaml: 'ai: { llm: { vram_limit: 24 } }' })).toEqual({ vram_limit: 24 });
    const { problems } = mistakes({ yaml: 'ai: { llm: { extra_body: { seed: [123456789012345678901] } } }' });
    expect(problems).toMatchObject([
      { path: 'ai_response.llm.extra_body.seed', expected: 'a value that JSON can hold' },
    ]);
  });

  it('at another address takes no fields of the first, and none of them replaces what Steward sends', () => {
    const elsewhere =
      '  steps: { verify: { base_url: "https://other.example.com/v1" }, gate: { model: small } }\n';
    const body = base.replace('timeout_seconds: 9', 'extra_body: { vram_limit: 24 }') + elsewhere;
    const steps = modelsInUse(loadGiven({ yaml: body, env }).config);
    expect([steps.get('verify')?.extra_body, steps.get('gate')?.extra_body]).toEqual([
      {},
      { vram_limit: 24 },
    ]);
    expect(
      mistakes({ yaml: base.replace('timeout_seconds: 9', 'extra_body: { model: other }') }).problems,
    ).toMatchObject([
      {
        path: 'ai_response.llm.extra_body',
        expected: expect.stringContaining('none that Steward sends itself'),
      },
    ]);
  });

  it('is stood in for by models with keys of their own', () => {
    const yaml = `${base}  fallbacks: [other, extractive]\nmodels: { fallbacks: { other: { model: small, base_url: "${url}" } } }\n`;
    const variable = { STEWARD__MODELS__FALLBACKS__OTHER__API_KEY: 'sk-other' };
    const { config } = loadGiven({ yaml, env: { ...env, ...variable } });
    const { reply, library } = fallbacksOf(config);
    expect(reply.map(({ path, model, api_key: key }) => [path, model, key?.reveal() ?? null])).toEqual([
      ['models.fallbacks.other', 'small', 'sk-other'],
      ['ai_response.fallbacks', 'extractive', null],
    ]);
    expect(library).toEqual([]);
    const { problems } = mistakes({ yaml: `${base}  fallbacks: [unheard]\n` });
    expect(problems).toMatchObject([{ path: 'ai_response.fallbacks[0]' }]);
  });

  it('gets its own key from the environment', () => {
    const own = { ...env, STEWARD__AI_RESPONSE__STEPS__VERIFY__API_KEY: 'sk-second' };
    const { config } = loadGiven({ yaml: base, env: own });
    expect(modelsInUse(config).get('verify')?.api_key?.reveal()).toBe('sk-second');
  });

  it('about the library stands over kb.llm, and that over ai_response.llm', () => {
    const kb = `kb:\n  llm: { model: middle, base_url: "${url}" }\n  steps: { summarize_images: { model: sees } }`;
    expect(used(kb, 'summarize_images')).toMatchObject({ path: 'kb.steps.summarize_images', model: 'sees' });
    expect(used(kb, 'classify')).toMatchObject({ path: 'kb.llm', model: 'middle' });
    expect(used('', 'classify')).toMatchObject({ path: 'ai_response.llm', model: 'large' });
  });

  it.each([
    ['ai: { steps: { gate: { temperature: 0 } } }', 'ai_response.steps.gate.model'],
    ['ai: { llm: { model: extractive }, steps: { gate: { model: m } } }', 'ai_response.steps.gate.base_url'],
    ['ai: { steps: { gait: { model: m } } }', 'ai_response.steps.gait'],
    [`${base}  steps: { gate: { model: small } }\nbudget: { usd_per_day: 1 }`, 'models.prices.large'],
  ])('%j is refused at %s', (yaml, path) => {
    expect(mistakes({ yaml }).problems.map((problem) => problem.path)).toContain(path);
  });
});

it('images need models that can see', () => {
  const { problems } = mistakes({ yaml: 'ai: { llm: { model: extractive }, llm_enable_image: true }' });
  expect(problems).toMatchObject([{ path: 'ai_response.llm_enable_image' }]);
  expect(problems[0]?.expected).toContain('gate, generate, verify, summarize_images');
});
