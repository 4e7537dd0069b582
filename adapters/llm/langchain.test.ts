import { expect, test } from 'vitest';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { answers, json } from '../../test/support/provider/provider-plays.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';

const provider = await startScriptedModel();
const gate = gateDecision();

const limitOf = ({ body: sent }: { readonly body: Readonly<Record<string, unknown>> }) => [
  sent['max_tokens'],
  sent['max_completion_tokens'],
];

test.each([
  {
    error: {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
      code: 'unsupported_parameter',
    },
  },
  {
    detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }],
  },
])(
  'the limit of an answer goes under the name that the endpoint accepts, learned from its first refusal: %j',
  async (refusal) => {
    const own = await startScriptedModel();
    const decide = (model: string) =>
      modelAt(own.baseUrl, { model, maxOutputTokens: 300 }).decide(gateRequest);
    own.play(json(400, refusal), answers(gate));
    await decide('support-bot');
    expect(own.calls.map(limitOf)).toEqual([
      [300, undefined],
      [undefined, 300],
    ]);
    own.play(answers(gate));
    await decide('support-bot');
    expect(own.calls.map(limitOf)).toEqual([[undefined, 300]]);
    own.play(answers(gate));
    await decide('another-model');
    expect(own.calls.map(limitOf)).toEqual([[300, undefined]]);
  },
);

test('a model whose name tells a newer limit than its endpoint knows gets the older one', async () => {
  const own = await startScriptedModel();
  own.play(json(422, { message: 'unknown field max_completion_tokens' }), answers(gate));
  await modelAt(own.baseUrl, { model: 'o4-mini', maxOutputTokens: 300, temperature: null }).decide(
    gateRequest,
  );
  expect(own.calls.map(limitOf)).toEqual([
    [undefined, 300],
    [300, undefined],
  ]);
});

test('a temperature that a model refuses is left out from then on', async () => {
  const own = await startScriptedModel();
  const message = "Unsupported value: 'temperature' does not support 0 with this model.";
  const told: string[] = [];
  const decide = () =>
    modelAt(own.baseUrl, { model: 'thinker', maxOutputTokens: 300 }, ({ parameter }) =>
      told.push(parameter),
    ).decide(gateRequest);
  own.play(
    json(400, { error: { message, param: 'temperature' } }),
    json(400, { error: { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' } }),
    answers(gate),
  );
  await decide();
  own.play(answers(gate));
  await decide();
  expect(own.calls.map(limitOf)).toEqual([[undefined, 300]]);
  expect(own.calls[0]?.body).not.toHaveProperty('temperature');
  expect(told).toEqual(['temperature', 'max_tokens']);
});

test('a limit whose value is refused is sent once', async () => {
  provider.play(
    json(400, { error: { message: 'max_tokens is too large: 300. At most 200.', param: 'max_tokens' } }),
  );
  const { message } = await failureOf(
    modelAt(provider.baseUrl, { model: 'm', maxOutputTokens: 300 }).decide(gateRequest),
  );
  expect(message).toContain('check ai_response.llm.max_output_tokens');
  expect(provider.calls).toHaveLength(1);
});
