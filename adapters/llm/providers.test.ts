import { expect, test } from 'vitest';
import type { ModelImage } from '../../domain/ports/model.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import type { ModelSettings } from './model-settings.ts';
import { createModel } from './openai-model.ts';
import { answers, body, completion, json } from '../../test/support/provider/provider-plays.ts';
import { modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';

/** What goes over the wire to the providers that docs/models.md names. */

const provider = await startScriptedModel();

const gate = gateDecision();

const called = (value: unknown) => ({
  id: 'c1',
  type: 'function',
  function: { name: 'LLMGateDecision', arguments: JSON.stringify(value) },
});

const decideWith = (settings: Partial<ModelSettings>, images: readonly ModelImage[] = []) =>
  createModel({
    settingsFor: () => ({
      baseUrl: provider.baseUrl,
      apiKey: 'sk-test',
      model: 'some-model',
      timeoutSeconds: 5,
      structuredOutputMethod: 'json_schema',
      temperature: null,
      configPath: 'ai_response.llm',
      ...settings,
    }),
  }).decide({ decision: 'LLMGateDecision', system: 's', sections: [], images, maxRetries: 0 });

test.each([
  ['https://api.anthropic.com/v1/', '/v1/chat/completions'],
  ['https://name.openai.azure.com/openai/v1/', '/openai/v1/chat/completions'],
  ['https://api.cohere.ai/compatibility/v1', '/compatibility/v1/chat/completions'],
  ['https://generativelanguage.googleapis.com/v1beta/openai/', '/v1beta/openai/chat/completions'],
])('to %s goes to %s, and asks for a tool call where schemas are ignored', async (address, path) => {
  provider.play(json(200, completion({ content: null, tool_calls: [called(gate)] })));
  const baseUrl = `${provider.origin}${new URL(address).pathname}`;
  await decideWith({ baseUrl, structuredOutputMethod: 'function_calling' });
  expect(provider.calls[0]).toMatchObject({
    url: path,
    headers: { authorization: 'Bearer sk-test' },
    body: {
      tools: [{ type: 'function', function: { name: 'LLMGateDecision', parameters: { type: 'object' } } }],
      tool_choice: { type: 'function', function: { name: 'LLMGateDecision' } },
    },
  });
  expect(provider.calls[0]?.body).not.toHaveProperty('response_format');
});

test.each([
  [
    'OpenAIImageAdapter',
    [
      { type: 'text', text: '' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,BBBB' } },
    ],
  ],
  [
    'GeminiImageAdapter',
    [
      { text: '' },
      { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
      { inline_data: { mime_type: 'image/webp', data: 'BBBB' } },
    ],
  ],
  [
    'OpenSourceImageAdapter',
    [
      { type: 'text', text: '' },
      { type: 'image', url: 'data:image/png;base64,AAAA' },
      { type: 'image', url: 'data:image/webp;base64,BBBB' },
    ],
  ],
] as const)('%s puts images behind the text, in their order', async (imageAdapter, content) => {
  provider.play(answers(gate));
  const images = [
    { contentType: 'image/png', base64: 'AAAA' },
    { contentType: 'image/webp', base64: 'BBBB' },
  ];
  await decideWith({ imageAdapter }, images);
  expect(provider.calls[0]?.body.messages).toEqual([
    { role: 'system', content: 's' },
    { role: 'user', content },
  ]);
});

test.each(['json_schema', 'function_calling'] as const)(
  'an answer with a fenced block comes through whole by %s',
  async (structuredOutputMethod) => {
    const reason = 'Put this there:\n```json\n{"port": 80}\n```\nand restart.';
    const fenced = { ...gate, reason };
    const message =
      structuredOutputMethod === 'json_schema'
        ? { content: JSON.stringify(fenced) }
        : { content: null, tool_calls: [called(fenced)] };
    provider.play(json(200, completion(message)));
    expect((await decideWith({ structuredOutputMethod })).value).toEqual(fenced);
  },
);

const text = JSON.stringify(gate);
const bodyWith = (message: object) => JSON.stringify(completion(message));

test.each([
  [
    'in parts, in a fence and behind prose',
    bodyWith({
      content: [
        { type: 'thinking', text: '{' },
        { type: 'text', text: `Sure:\n\`\`\`json\n${text}\n\`\`\`` },
      ],
    }),
  ],
  ['as an object', bodyWith({ content: gate })],
  [
    'in a tool call whose arguments are an object',
    bodyWith({ content: '', tool_calls: [{ ...called(gate), function: { name: 'x', arguments: gate } }] }),
  ],
  [
    'beside a tool call of nothing',
    bodyWith({ content: text, tool_calls: [{ function: { name: 'x', arguments: '' } }] }),
  ],
  ['in a function call', bodyWith({ content: null, function_call: { name: 'x', arguments: text } })],
  [
    'in the second of two tool calls',
    bodyWith({ tool_calls: [{ function: { name: 'x', arguments: '{}' } }, called(gate)] }),
  ],
  ['in the place of a thought', bodyWith({ content: null, reasoning_content: text })],
  ['behind a thought', bodyWith({ content: text, reasoning_content: '{"is_question": ' })],
  ['behind a byte order mark', `\uFEFF${bodyWith({ content: text })}`],
  [
    'beside fields of other kinds',
    bodyWith({ content: text, tool_calls: {}, refusal: false, reasoning: { a: 1 } }),
  ],
])('an answer %s is read', async (_name, sent) => {
  provider.play(body(200, sent));
  expect((await decideWith({})).value).toEqual(gate);
});

test.each([
  ['input_tokens', { input_tokens: 120, output_tokens: 30 }, 30],
  ['thoughts in the total alone', { prompt_tokens: 120, completion_tokens: 30, total_tokens: 1_150 }, 1_030],
  ['a total of nothing', { prompt_tokens: 120, completion_tokens: 30, total_tokens: 'many' }, 30],
])('what a call took is read from %s', async (_name, usage, outputTokens) => {
  provider.play(json(200, { ...completion({ content: text }), usage }));
  expect((await decideWith({})).call).toMatchObject({ inputTokens: 120, outputTokens });
});

test.each([
  ['OpenAI', { prompt_tokens: 120, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 64 } }],
  ['DeepSeek', { prompt_tokens: 120, completion_tokens: 30, prompt_cache_hit_tokens: 64 }],
  [
    'a gateway in front of Anthropic',
    { input_tokens: 56, output_tokens: 30, cache_read_input_tokens: 64, cache_creation_input_tokens: 0 },
  ],
])('what came from the cache is read as %s says it', async (_name, usage) => {
  provider.play(json(200, { ...completion({ content: text }), usage }));
  expect((await decideWith({})).call).toMatchObject({ inputTokens: 120, cachedTokens: 64, outputTokens: 30 });
});

test.each(['json_schema', 'function_calling'] as const)(
  'the schema goes by %s without what providers refuse',
  async (structuredOutputMethod) => {
    provider.play(answers({ score: 8, reason: '' }));
    const evaluation = { decision: 'LLMEvaluationResult', system: 's', sections: [], maxRetries: 0 } as const;
    await modelAt(provider.baseUrl, { structuredOutputMethod }).decide(evaluation);
    const { response_format, tools } = provider.calls[0]?.body ?? {};
    const sent = JSON.stringify(response_format ?? tools);
    expect(sent).toContain('"score":{"type":"integer"}');
    expect(sent).not.toMatch(/minimum|maximum|\$schema/u);
  },
);
