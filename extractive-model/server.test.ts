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

  test.each([
    ['a schema it does not know', { ...good, response_format: format('PoemResult') }],
    ['images to describe', { ...good, response_format: format('ImageSummaryResult') }],
    ['free text', { ...good, response_format: undefined }],
    ['a body that is no request', { hello: 1 }],
  ])('refuses %s', async (_name, body) => {
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', message: expect.stringContaining('such a request') } },
    });
  });

  test('does not read what the system message says', async () => {
    const messages = [
      { role: 'system', content: question },
      { role: 'user', content: 'no sections' },
    ];
    const { body } = await ask({ ...good, messages });
    const [choice] = body.choices as { message: { content: string } }[];
    expect(JSON.parse(choice?.message.content ?? '')).toMatchObject({ is_answerable: false });
  });

  test('speaks to the real client', async () => {
    const client = createModel({
      settingsFor: () => ({
        baseUrl: model.baseUrl,
        apiKey: null,
        model: extractiveModelName,
        timeoutSeconds: 10,
        structuredOutputMethod: 'json_schema',
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
  });
});
