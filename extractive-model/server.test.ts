import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisions, extractiveModelName } from '../domain/models/decisions.ts';
import { formatSections } from '../domain/models/prompt-sections.ts';
import { createModel } from '../adapters/llm/openai-model.ts';
import { type ExtractiveModel, startExtractiveModel } from './server.ts';

let model: ExtractiveModel;
beforeAll(async () => {
  model = await startExtractiveModel();
});
afterAll(async () => model.close());

const question = formatSections([{ name: 'question', id: null, text: 'How do I rotate the logs?' }], 'mark');

const ask = async (body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const format = (name: string): object => ({ type: 'json_schema', json_schema: { name, schema: {} } });
const good = {
  model: 'any',
  messages: [{ role: 'user', content: question }],
  response_format: format('LLMGateDecision'),
};

describe('the extractive model', () => {
  test('answers a schema by response_format, with an estimate of tokens', async () => {
    const { status, body } = await ask(good);
    const [choice] = body.choices as { message: { content: string } }[];
    expect(status).toBe(200);
    expect(decisions.LLMGateDecision.parse(JSON.parse(choice?.message.content ?? ''))).toMatchObject({
      is_question: true,
      is_answerable: true,
    });
    expect(body.usage).toMatchObject({ prompt_tokens: Math.ceil(question.length / 4) });
  });

  test('answers a chosen tool by a tool call', async () => {
    const tools = ['LLMGateDecision', 'Other'].map((name) => ({
      type: 'function',
      function: { name, parameters: {} },
    }));
    const tool_choice = { type: 'function', function: { name: 'LLMGateDecision' } };
    const { body } = await ask({ ...good, response_format: undefined, tools, tool_choice });
    expect(body.choices).toMatchObject([
      { finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'LLMGateDecision' } }] } },
    ]);
  });

  test('lists itself', async () => {
    const response = await fetch(`${model.baseUrl}/models`);
    expect(await response.json()).toMatchObject({ data: [{ id: extractiveModelName }] });
  });

  test.each([
    ['a schema it does not know', { ...good, response_format: format('PoemResult') }, 'PoemResult'],
    ['images to describe', { ...good, response_format: format('ImageSummaryResult') }, 'ImageSummaryResult'],
    ['streaming', { ...good, stream: true }, 'stream'],
    ['free text', { ...good, response_format: undefined }, 'response_format'],
    ['JSON without a schema', { ...good, response_format: { type: 'json_object' } }, 'response_format'],
    ['several answers', { ...good, n: 2 }, 'n:'],
    ['a prompt without sections', { ...good, messages: [{ role: 'user', content: 'hi' }] }, 'sections'],
    [
      'an image',
      {
        ...good,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }],
      },
      'images',
    ],
    [
      'a section whose id cannot be read',
      {
        ...good,
        messages: [{ role: 'user', content: '<steward:source mark id="\\q">\nx\n</steward:source mark>' }],
      },
      'section',
    ],
    ['a body that is no request', { hello: 1 }, 'model'],
  ])('refuses %s with a reason', async (_name, body, reason) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect((answer.body.error as { message: string }).message).toContain(reason);
  });

  test('refuses a body that is no JSON with a sentence', async () => {
    const response = await fetch(`${model.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('does not read what the system message says', async () => {
    const messages = [
      { role: 'system', content: question },
      { role: 'user', content: 'no sections' },
    ];
    expect((await ask({ ...good, messages })).status).toBe(400);
  });

  test.each(['json_schema', 'function_calling'] as const)(
    'speaks to the real client by %s',
    async (method) => {
      const client = createModel({
        settingsFor: () => ({
          baseUrl: model.baseUrl,
          apiKey: null,
          model: extractiveModelName,
          timeoutSeconds: 10,
          structuredOutputMethod: method,
          temperature: 0,
          configPath: 'ai_response.llm',
        }),
      });
      const { value, call } = await client.decide({
        decision: 'LLMGateDecision',
        system: 'Judge.',
        sections: [{ name: 'question', id: null, text: 'How do I rotate the logs?' }],
        maxRetries: 0,
      });
      expect(value.is_question).toBe(true);
      expect(call.inputTokens).toBeGreaterThan(10);
    },
  );
});
