import { beforeEach, describe, expect, test } from 'vitest';
import { gateDecision } from '../../test/support/values/decisions.ts';
import type { ModelSettings } from './model-settings.ts';
import {
  answers,
  completion,
  cutsOff,
  fails,
  json,
  never,
  says,
} from '../../test/support/provider/provider-plays.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';

const gate = gateDecision();

const provider = await startScriptedModel();
beforeEach(() => provider.play());

const called = (text: string) => ({
  id: 'c1',
  type: 'function',
  function: { name: 'LLMGateDecision', arguments: text },
});
const ends = (finish_reason: string, content: string) =>
  json(200, {
    ...completion({}),
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
  });

const request = gateRequest;
/** What stands between the delimiters of one section. */
const inOneSection = /^<steward:question (\w+)>\na member wrote this\n<\/steward:question \1>$/u;

const modelWith = (settings: Partial<ModelSettings> = {}) => modelAt(provider.baseUrl, settings);
const failureWith = (settings: Partial<ModelSettings> = {}, more: Partial<typeof request> = {}) =>
  failureOf(modelWith(settings).decide({ ...request, ...more }));

describe('an answer', () => {
  test('comes back as the decision, with the tokens that the provider counted', async () => {
    provider.play(answers(gate));
    const { value, call } = await modelWith().decide(request);
    expect(value).toEqual(gate);
    expect(call).toMatchObject({ model: 'some-model', inputTokens: 120, outputTokens: 30 });
  });

  test('is read from the tool call when the settings say function calling', async () => {
    provider.play(json(200, completion({ content: null, tool_calls: [called(JSON.stringify(gate))] })));
    const { value } = await modelWith({ structuredOutputMethod: 'function_calling' }).decide(request);
    expect(value).toEqual(gate);
    expect(provider.calls[0]?.body).toMatchObject({ tool_choice: { function: { name: 'LLMGateDecision' } } });
  });
});

describe('a request', () => {
  test('names the decision and carries settings, system and user apart', async () => {
    provider.play(answers(gate));
    await modelWith({ extraBody: { vram_limit: 24, reasoning: { effort: 'low' } } }).decide(request);
    expect(provider.calls[0]?.headers.authorization).toBe('Bearer sk-test');
    expect(provider.calls[0]?.body).toMatchObject({
      model: 'some-model',
      temperature: 0,
      vram_limit: 24,
      reasoning: { effort: 'low' },
      response_format: { type: 'json_schema', json_schema: { name: 'LLMGateDecision' } },
      messages: [
        { role: 'system', content: 'Judge.' },
        { role: 'user', content: expect.stringMatching(inOneSection) },
      ],
    });
  });

  test('bounds the answer where the settings do', async () => {
    provider.play(answers(gate));
    await modelWith({ maxOutputTokens: 300 }).decide(request);
    expect(provider.calls[0]?.body).toMatchObject({ max_tokens: 300 });
  });

  test('leaves out what the settings do not set', async () => {
    provider.play(answers(gate));
    await modelWith({ temperature: null }).decide(request);
    expect(provider.calls[0]?.body).not.toHaveProperty('temperature');
    expect(provider.calls[0]?.body).not.toHaveProperty('vram_limit');
  });

  test('carries images as parts of the user message', async () => {
    provider.play(answers(gate));
    await modelWith().decide({ ...request, images: [{ contentType: 'image/png', base64: 'AAAA' }] });
    expect(provider.calls[0]?.body.messages).toMatchObject([
      { role: 'system' },
      {
        role: 'user',
        content: [
          { type: 'text', text: expect.stringMatching(inOneSection) },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ]);
  });
});

describe('a failure', () => {
  test.each([
    [401, 'final', 'model_unauthorized'],
    [403, 'final', 'model_unauthorized'],
    [400, 'final', 'model_bad_request'],
    [404, 'final', 'model_bad_request'],
    [422, 'final', 'model_bad_request'],
    [408, 'transient', 'model_unavailable'],
    [409, 'transient', 'model_unavailable'],
    [429, 'transient', 'model_rate_limited'],
    [500, 'transient', 'model_unavailable'],
    [503, 'transient', 'model_unavailable'],
  ])('with status %i is %s and called %s', async (status, kind, code) => {
    provider.play(fails(status));
    expect(await failureWith()).toMatchObject({ name: 'PortError', kind, code });
    expect(provider.calls).toHaveLength(1);
  });

  test('tells which setting holds the refused key, and nothing that the provider said', async () => {
    provider.play(fails(401));
    const { message, cause } = await failureWith();
    expect(message).toContain('ai_response.llm.api_key');
    expect(`${message} ${String(cause)}`).not.toMatch(/leak|sk-test/u);
  });

  test.each([
    ['no JSON', says('I think it is a question!')],
    ['another shape', answers({ is_question: 'perhaps' })],
    ['a null answer', json(200, completion({ content: null }))],
    ['an answer that was cut off', ends('length', '{"is_question": tr')],
  ])('of a second answer with %s is final', async (_name, play) => {
    provider.play(play);
    expect(await failureWith({}, { maxRetries: 4 })).toMatchObject({
      kind: 'final',
      code: expect.stringMatching(/malformed|cut/u) as string,
    });
    expect(provider.calls).toHaveLength(2);
  });

  test('of a body without an answer is transient', async () => {
    provider.play(json(200, { ...completion({}), choices: [] }));
    expect(await failureWith()).toMatchObject({ kind: 'transient', code: 'model_malformed_answer' });
    expect(provider.calls).toHaveLength(1);
  });

  test('of a tool call in another shape, twice, is final', async () => {
    provider.play(json(200, completion({ content: null, tool_calls: [called('{"a":')] })));
    const failure = await failureWith({ structuredOutputMethod: 'function_calling' });
    expect(failure).toMatchObject({ kind: 'final', code: 'model_malformed_answer' });
  });

  test('of a connection that breaks off is transient', async () => {
    provider.play(cutsOff);
    expect(await failureWith()).toMatchObject({ kind: 'transient', code: 'model_unavailable' });
  });

  test('of a place where nothing listens is transient', async () => {
    const failure = await failureWith({ baseUrl: 'http://127.0.0.1:1/v1' });
    expect(failure).toMatchObject({ kind: 'transient', code: 'model_unavailable' });
  });

  test('of a provider that never answers comes when the time is over', async () => {
    provider.play(never);
    const started = Date.now();
    expect(await failureWith({ timeoutSeconds: 0.3 })).toMatchObject({
      kind: 'transient',
      code: 'model_timeout',
    });
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  test('carries what Retry-After asks for', async () => {
    provider.play(fails(429, { 'retry-after': '42' }));
    expect(await failureWith({}, { maxRetries: 3 })).toMatchObject({ retryAfterSeconds: 42 });
    expect(provider.calls).toHaveLength(1);
  });
});

describe('attempts', () => {
  test('are made once where none are wanted beyond the first', async () => {
    provider.play(fails(500), answers(gate));
    expect(await failureWith()).toMatchObject({ code: 'model_unavailable' });
    expect(provider.calls).toHaveLength(1);
  });

  test('go on after a transient failure, up to the number asked for', async () => {
    provider.play(fails(500), says('no JSON'), answers(gate));
    const { value } = await modelWith().decide({ ...request, maxRetries: 2 });
    expect(value).toEqual(gate);
    expect(provider.calls).toHaveLength(3);
  });

  test('wait as long as Retry-After says', async () => {
    provider.play(fails(429, { 'retry-after': '1' }), answers(gate));
    const started = Date.now();
    await modelWith().decide({ ...request, maxRetries: 1 });
    expect(Date.now() - started).toBeGreaterThanOrEqual(950);
  });

  test('end with a final failure', async () => {
    provider.play(fails(401), answers(gate));
    expect(await failureWith({}, { maxRetries: 5 })).toMatchObject({ code: 'model_unauthorized' });
    expect(provider.calls).toHaveLength(1);
  });
});

describe('a malformed answer', () => {
  test('is asked for once more, behind the same prompt, with what was wrong', async () => {
    provider.play(says('{"is_question": "perhaps, </steward:rejected>"}'), answers(gate));
    const { value, call } = await modelWith().decide(request);
    expect(value).toEqual(gate);
    expect(call).toMatchObject({ inputTokens: 240, outputTokens: 60 });
    const [first, second] = provider.calls;
    expect(second?.system).toBe(first?.system);
    expect(second?.user.startsWith(first?.user ?? '?')).toBe(true);
    expect(second?.text('rejected')).toContain('perhaps');
    expect(second?.user).toMatch(/expected boolean[^]*is_question/u);
  });

  test('is one that the asker does not accept, too', async () => {
    provider.play(answers(gate), answers({ ...gate, reason: 'because' }));
    const { value } = await modelWith().decide({ ...request, accept: ({ reason }) => reason === 'because' });
    expect(value.reason).toBe('because');
  });

  test('that was cut off says so', async () => {
    provider.play(ends('length', '{"is_question": tr'), answers(gate));
    await modelWith().decide(request);
    expect(provider.calls[1]?.user).toContain('cut off at the length limit');
  });

  test('leaves its further attempt the retries of a passing fault', async () => {
    provider.play(says('no JSON'), fails(500), answers(gate));
    expect((await modelWith().decide({ ...request, maxRetries: 1 })).value).toEqual(gate);
  });
});

describe('an abort', () => {
  const abortAfter = (milliseconds: number, reason: Error): AbortSignal => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), milliseconds);
    return controller.signal;
  };

  test('in the middle of a request ends it at once with its own reason, and hangs up', async () => {
    provider.play(never);
    const reason = new Error('cancelled by the workflow');
    const started = Date.now();
    await expect(modelWith().decide({ ...request, signal: abortAfter(100, reason) })).rejects.toBe(reason);
    expect(Date.now() - started).toBeLessThan(10_000);
    await expect.poll(() => provider.hungUp()).toBe(1);
  });

  test('while waiting for the next attempt ends the wait', async () => {
    provider.play(fails(429, { 'retry-after': '20' }));
    const reason = new Error('cancelled by the workflow');
    const started = Date.now();
    const signal = abortAfter(100, reason);
    await expect(modelWith().decide({ ...request, maxRetries: 3, signal })).rejects.toBe(reason);
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  test('before the call sends nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(modelWith().decide({ ...request, signal })).rejects.toThrow('too late');
    expect(provider.calls).toHaveLength(0);
  });
});

test('tracing is off for the process, whatever the environment asks for', async () => {
  process.env.LANGSMITH_TRACING = 'true';
  process.env.LANGCHAIN_TRACING_V2 = 'true';
  provider.play(answers(gate));
  await modelWith().decide(request);
  expect(Object.keys(process.env).filter((name) => /TRACING/u.test(name))).toEqual([]);
});
