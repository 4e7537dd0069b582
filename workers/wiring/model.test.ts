import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers, body, ends, fails, json, says } from '../../test/support/provider/provider-plays.ts';
import {
  startScriptedProvider,
  type ScriptedProvider,
} from '../../test/support/provider/scripted-provider.ts';
import { configSchema } from '../../config/schema.ts';
import { extractiveModelName } from '../../domain/models/decisions.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { openModel, probeModels } from './model.ts';

let first: ScriptedProvider;
let second: ScriptedProvider;
beforeAll(async () => {
  [first, second] = [await startScriptedProvider(), await startScriptedProvider()];
});
afterAll(() => {
  first.close();
  second.close();
});

const gate = answers(gateDecision());

const config = () =>
  configSchema.parse({
    ai_response: {
      llm: { model: 'large', base_url: first.baseUrl },
      steps: { verify: { model: 'strict', base_url: second.baseUrl } },
    },
    kb: { llm: { model: 'cheap', base_url: first.baseUrl } },
  });

const modelsOf = (provider: ScriptedProvider) => provider.calls.map(({ body }) => String(body.model)).sort();

it('every model of the config is asked once before anything starts', async () => {
  first.play(gate);
  second.play(gate);
  const probed = await probeModels(config());
  expect(probed.map(({ path }) => path).toSorted()).toEqual([
    'ai_response.llm',
    'ai_response.steps.verify',
    'kb.llm',
  ]);
  expect([modelsOf(first), modelsOf(second)]).toEqual([['cheap', 'large'], ['strict']]);
});

it('one that refuses stops the start, and the sentence names its setting', async () => {
  first.play(gate);
  second.play(fails(401));
  await expect(probeModels(config())).rejects.toThrow('ai_response.steps.verify.api_key');
});

it('one whose answer is cut off or has another shape is in doubt, and stops nothing', async () => {
  first.play(ends('length', { content: '{"reason": "It asks how to' }));
  second.play(says('I would say that it is a question.'));
  const probed = await probeModels(config());
  expect(probed.map(({ path, doubt }) => [path, doubt?.code])).toEqual([
    ['ai_response.llm', 'model_answer_cut'],
    ['ai_response.steps.verify', 'model_malformed_answer'],
    ['kb.llm', 'model_answer_cut'],
  ]);
  const cut = probed.find(({ path }) => path === 'kb.llm');
  expect(cut?.doubt?.message).toContain('raise kb.llm.max_output_tokens');
});

it('a parameter that is refused is told, and left out', async () => {
  first.play(json(400, { error: { message: "Unsupported parameter: 'temperature'" } }), gate);
  const llm = { model: 'thinker', base_url: first.baseUrl, temperature: 0.2 };
  const [probed] = await probeModels(configSchema.parse({ ai_response: { llm } }));
  expect(probed?.doubt?.message).toBe('ai_response.llm: the model refuses temperature, which is not sent.');
});

it('an address that answers with no completion stops the start', async () => {
  first.play(gate);
  second.play(body(200, '<html>It works!</html>'));
  await expect(probeModels(config())).rejects.toThrow('check the address');
});

it('an answer has its budget, and no other decision has', async () => {
  first.play(gate);
  second.play(gate);
  const model = openModel(config());
  await model.decide({ decision: 'LLMGateDecision', system: 's', sections: [], maxRetries: 0 });
  const answer = {
    missing: null,
    answer: 'So.',
    citations: [],
    answer_type: 'answer',
    confidence: 9,
    tool_calls: [],
  };
  first.play(answers(answer));
  await model.decide({ decision: 'LLMGenerationResult', system: 's', sections: [], maxRetries: 0 });
  expect(first.calls.map(({ body }) => body['max_tokens'])).toEqual([800]);
});

it('each decision goes to the model of its step', async () => {
  const verdict = answers({ is_good_enough: true, issues: [], suggested_fix: null });
  second.play(verdict);
  const model = openModel(config());
  await model.decide({ decision: 'LLMVerificationResult', system: 's', sections: [], maxRetries: 0 });
  expect(modelsOf(second)).toEqual(['strict']);
  expect([model.modelFor('ClassificationResult'), model.modelFor('LLMGateDecision')]).toEqual([
    'cheap',
    'large',
  ]);
});

const standIns = (ai_response: object = {}) =>
  configSchema.parse({
    ai_response: {
      llm: { model: 'large', base_url: first.baseUrl },
      fallbacks: ['small', 'extractive'],
      ...ai_response,
    },
    kb: { fallbacks: ['small'] },
    models: { fallbacks: { small: { model: 'small', base_url: second.baseUrl } } },
  });

it('a model that is away is stood in for, and the embedded one stands in at last, for replies alone', async () => {
  first.play(fails(503));
  second.play(gate);
  const model = openModel(standIns());
  const request = {
    system: 's',
    sections: [{ name: 'question', id: null, text: 'Which port?' }],
    maxRetries: 0,
  } as const;
  const asked = await model.decide({ decision: 'LLMGateDecision', ...request });
  expect(asked.call.model).toBe('small');
  first.play(fails(503));
  second.play(fails(503));
  const quoted = await model.decide({ decision: 'LLMGateDecision', ...request });
  expect(quoted.call.model).toMatch(/^steward-extractive/u);
  first.play(fails(503));
  second.play(fails(503));
  const learning = model.decide({ decision: 'ClassificationResult', ...request });
  await expect(learning).rejects.toMatchObject({ code: 'model_unavailable' });
});

it('one that stands in and is away is in doubt, and stops nothing', async () => {
  first.play(gate);
  second.play(fails(401));
  const probed = await probeModels(standIns({ fallbacks: ['small'] }));
  expect(probed.map(({ path, doubt }) => [path, doubt?.code])).toEqual([
    ['ai_response.llm', undefined],
    ['models.fallbacks.small', 'model_unauthorized'],
  ]);
});

it.each([
  [['unheard'], /ai_response\.fallbacks|"small"/u],
  [['extractive', 'small'], /"message": "small"/u],
])('a chain of %j is refused', (fallbacks, expected) => {
  expect(() => standIns({ fallbacks })).toThrow(expected);
});

it('the model that quotes stands in for one that is away, but judges only where it alone is asked', async () => {
  first.play(fails(401));
  const llm = { model: 'large', base_url: first.baseUrl };
  const model = openModel(configSchema.parse({ ai_response: { llm, fallbacks: ['extractive'] } }));
  const sections = [
    { name: 'question', id: null, text: 'How do I start?' },
    { name: 'draft', id: null, text: 'Call `start`.' },
    { name: 'source', id: 'kb:a.md', text: 'Call `start`.' },
  ] as const;
  const request = { system: 's', sections, maxRetries: 0 };
  const asked = await model.decide({ ...request, decision: 'LLMGateDecision' });
  expect(asked.call.model).toBe(extractiveModelName);
  const verify = { ...request, decision: 'LLMVerificationResult' } as const;
  await expect(model.decide(verify)).rejects.toMatchObject({ code: 'model_unauthorized' });
  expect((await model.decide({ ...verify, byLast: true })).value.is_good_enough).toBe(true);
});
