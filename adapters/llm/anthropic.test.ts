import { expect, test } from 'vitest';
import { costOf } from '../../domain/operations/model-usage.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { gateDecision, generation } from '../../test/support/values/decisions.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { json } from '../../test/support/provider/provider-plays.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';
import type { ModelSettings } from './model-settings.ts';

const provider = await startScriptedModel();
const gate = gateDecision();
const usage = { input_tokens: 20, output_tokens: 30 };

const message = (part: object, more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [{ type: 'thinking', thinking: 'Hm.', signature: '' }, part],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
  ...more,
});
const written = { type: 'text', text: JSON.stringify(gate) };
const decideWith = (settings: Partial<ModelSettings> = {}) =>
  modelAt(provider.origin, { isAnthropic: true, temperature: null, ...settings });

test('Anthropic gets the schema, a system message for its cache and images of its own form, and says what it took', async () => {
  const counted = { ...usage, cache_read_input_tokens: 70, cache_creation_input_tokens: 10 };
  provider.play(json(200, message(written, { usage: counted })));
  const images = [{ contentType: 'image/png', base64: 'AAAA' }];
  const { value, call } = await decideWith({ extraBody: { metadata: { user_id: 'community' } } }).decide({
    ...gateRequest,
    images,
  });
  expect(value).toEqual(gate);
  expect(call).toMatchObject({ inputTokens: 100, cachedTokens: 70, outputTokens: 30 });
  const { url, headers, body } = provider.calls[0] ?? {};
  expect(url).toBe('/v1/messages');
  expect(headers).toMatchObject({ 'x-api-key': 'sk-test' });
  expect(headers).not.toHaveProperty('authorization');
  expect(body).toMatchObject({
    model: 'some-model',
    system: [{ type: 'text', text: 'Judge.', cache_control: { type: 'ephemeral' } }],
    output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    metadata: { user_id: 'community' },
  });
  expect(JSON.stringify(body)).toContain('"media_type":"image/png","data":"AAAA"');
  expect(JSON.stringify(body)).toContain('a member wrote this');
});

test('an index that comes first is marked for the cache too', async () => {
  provider.play(json(200, message(written)));
  const sections = [{ name: 'index', id: null, text: 'kb:a.md' }, ...gateRequest.sections] as const;
  await decideWith().decide({ ...gateRequest, sections });
  const { messages } = provider.calls[0]?.body ?? {};
  expect(messages).toMatchObject([
    { content: [{ text: expect.stringContaining('kb:a.md'), cache_control: { type: 'ephemeral' } }, {}] },
  ]);
});

test('by function calling, the input of its tool is the answer', async () => {
  provider.play(
    json(
      200,
      message(
        { type: 'tool_use', id: 't', name: 'LLMGateDecision', input: gate },
        { stop_reason: 'tool_use' },
      ),
    ),
  );
  const model = decideWith({ structuredOutputMethod: 'function_calling', baseUrl: `${provider.origin}/v1/` });
  expect((await model.decide(gateRequest)).value).toEqual(gate);
  expect(provider.calls[0]?.body).toMatchObject({ tool_choice: { type: 'tool', name: 'LLMGateDecision' } });
  expect(provider.calls[0]?.url).toBe('/v1/messages');
});

test('a key that is missing is told by the variable that sets it, whatever the address ends in', async () => {
  provider.play(json(401, { type: 'error', error: { type: 'authentication_error', message: 'x-api-key' } }));
  const model = decideWith({ apiKey: null, baseUrl: `${provider.origin}/v1/messages` });
  const { message } = await failureOf(model.decide(gateRequest));
  expect(message).toContain('set STEWARD__AI_RESPONSE__LLM__API_KEY');
  expect(provider.calls[0]?.url).toBe('/v1/messages');
});

const refused = (type: string, text: string) => ({ type: 'error', error: { type, message: text } });

test.each([
  [json(529, refused('overloaded_error', 'Overloaded')), 'model_unavailable', 'transient'],
  [json(429, refused('rate_limit_error', 'Slow down')), 'model_rate_limited', 'transient'],
  [json(401, refused('authentication_error', 'invalid x-api-key')), 'model_unauthorized', 'final'],
  [json(404, refused('not_found_error', 'model: some-model')), 'model_not_found', 'final'],
  [
    json(400, refused('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum')),
    'model_context_exceeded',
    'final',
  ],
  [
    json(
      400,
      refused('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    ),
    'model_no_credit',
    'final',
  ],
  [json(200, message(written, { stop_reason: 'refusal' })), 'model_refused', 'final'],
  [
    json(200, message({ type: 'text', text: '{"is_qu' }, { stop_reason: 'max_tokens' })),
    'model_answer_cut',
    'final',
  ],
  [json(200, { hello: 'there' }), 'model_malformed_answer', 'transient'],
] as const)('what Anthropic refuses, or cannot end, is told by its kind', async (play, code, kind) => {
  provider.play(play);
  expect(await failureOf(decideWith().decide(gateRequest))).toMatchObject({ code, kind });
});

test('a temperature that Anthropic refuses is left out from then on', async () => {
  const own = await startScriptedModel();
  const told: string[] = [];
  const decide = () =>
    modelAt(own.origin, { isAnthropic: true, temperature: 0.2 }, ({ parameter }) =>
      told.push(parameter),
    ).decide(gateRequest);
  own.play(
    json(400, refused('invalid_request_error', '`temperature` is deprecated for this model.')),
    json(200, message(written)),
  );
  expect((await decide()).value).toEqual(gate);
  own.play(json(200, message(written)));
  await decide();
  expect(own.calls.map(({ body }) => 'temperature' in body)).toEqual([false]);
  expect(told).toEqual(['temperature']);
});

test('what a tool adds stands in blocks of its own, so that the cache holds all before it, and writing there costs a quarter more', async () => {
  const blocksOf = async (more: readonly PromptSection[]) => {
    provider.play(json(200, message({ type: 'text', text: JSON.stringify(generation()) })));
    const sections = [{ name: 'source', id: 'kb:a.md', text: 'So.' }, ...more] as const;
    const question = { id: 'q', maxCalls: 9, booked: 0, calls: [] };
    const account = { operation: 'reply', guildId: null, userId: null, question } as const;
    await decideWith().decide({
      ...gateRequest,
      decision: 'LLMGenerationResult',
      sections,
      account,
      accept: () => true,
    });
    const sent = provider.calls[0]?.body['messages'] as undefined | { content: Record<string, unknown>[] }[];
    return sent?.[0]?.content ?? [];
  };
  const [first] = await blocksOf([]);
  const second = await blocksOf([{ name: 'tool', id: 'search', text: 'ports' }]);
  expect(second.map(({ text }) => text)).toEqual([first?.['text'], expect.stringContaining('ports')]);
  expect(second.map((block) => 'cache_control' in block)).toEqual([false, true]);
  const price = { input: 4, cached_input: 0.4, output: 20 };
  expect(costOf(price, { inputTokens: 1_000_000, writtenTokens: 400_000, outputTokens: 0 })).toBe(4.4);
});
