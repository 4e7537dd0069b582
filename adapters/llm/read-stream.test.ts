import { expect, test } from 'vitest';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { body, type Play } from '../../test/support/provider/provider-plays.ts';
import { gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';

const provider = await startScriptedModel();
const gate = gateDecision();
const decide = () => modelAt(provider.baseUrl).decide(gateRequest);

const events = (...chunks: readonly unknown[]) =>
  body(
    200,
    [': PROCESSING', ...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}`), 'data: [DONE]', ''].join(
      '\n\n',
    ),
    'text/event-stream',
  );
const piece = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });
const halves = (text: string): readonly [string, string] => [text.slice(0, 20), text.slice(20)];

test.each<readonly [string, Play]>([
  [
    'events',
    events(
      piece({ role: 'assistant', reasoning_content: 'Hm {' }),
      ...halves(JSON.stringify(gate)).map((content) => piece({ content })),
      piece({}, { finish_reason: 'stop' }),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
    ),
  ],
  [
    'the arguments of a call',
    events(
      ...halves(JSON.stringify(gate)).map((args) =>
        piece({ tool_calls: [{ index: 0, function: { arguments: args } }] }),
      ),
      piece({}, { finish_reason: 'tool_calls', usage: null }),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
    ),
  ],
  [
    'lines of JSON',
    body(
      200,
      [
        ...halves(JSON.stringify(gate)).map((content) => JSON.stringify(piece({ content }))),
        JSON.stringify({
          ...piece({}, { finish_reason: 'stop' }),
          usage: { prompt_tokens: 7, completion_tokens: 3 },
        }),
      ].join('\n'),
      'application/x-ndjson',
    ),
  ],
])('an answer that is streamed although nobody asked for it is read: %s', async (_, play) => {
  provider.play(play);
  const { value, call } = await decide();
  expect(value).toEqual(gate);
  expect(call).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  expect(provider.calls[0]?.body).not.toHaveProperty('stream', true);
});

test.each([
  [
    'is broken off',
    body(200, `data: ${JSON.stringify(piece({ content: '{' }))}\n\n`, 'text/event-stream'),
    'model_malformed_answer',
  ],
  [
    'ends in an error',
    events(piece({ content: '{' }), { error: { code: 'insufficient_quota' } }),
    'model_no_credit',
  ],
  [
    'is cut off at its limit',
    events(piece({ content: '{' }, { finish_reason: 'length' })),
    'model_answer_cut',
  ],
])('a stream that %s is no answer', async (_, play, code) => {
  provider.play(play);
  await expect(decide()).rejects.toMatchObject({ code });
});
