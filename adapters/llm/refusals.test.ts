import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  answers,
  body,
  completion,
  ends,
  json,
  type Play,
} from '../../test/support/provider/provider-plays.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import type { ModelSettings } from './model-settings.ts';

const provider = await startScriptedModel();

const failure = (play: Play, settings: Partial<ModelSettings> = {}) => {
  provider.play(play);
  return failureOf(modelAt(provider.baseUrl, settings).decide(gateRequest));
};
/** Bodies in the form in which each provider sends them; names and numbers are invented. */
const refusals = readFileSync(new URL('../../test/support/provider/refusals.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(
    (line) =>
      JSON.parse(line) as Readonly<Record<'provider' | 'code' | 'kind', string>> & {
        status: number;
        body: object;
      },
  );

it.each(refusals)(
  '$provider with $status, $body, is $code, $kind, and not quoted',
  async ({ status, body, kind, code }) => {
    const refused = await failure(json(status, body));
    expect(refused).toMatchObject({ code, kind, retryAfterSeconds: null, cause: undefined });
    expect(refused.message).toMatch(/^[A-Z][^`]*\.$/u);
    expect(refused.message).not.toMatch(/litellm|131072|210000|sk-test|API version|quota/iu);
  },
);

it.each([
  [502, '<html><h1>502 Bad Gateway</h1></html>', 'transient', 'model_unavailable'],
  [404, '<html><h1>404 Not Found</h1></html>', 'final', 'model_bad_request'],
  [403, '<html><title>Attention Required!</title></html>', 'final', 'model_unauthorized'],
  [200, '<html><h1>Welcome</h1></html>', 'transient', 'model_malformed_answer'],
  [200, '', 'transient', 'model_malformed_answer'],
  [200, '{"error":{"message":"Insufficient credits","code":402}}', 'final', 'model_no_credit'],
])('a page with status %i is no answer: %s', async (status, page, kind, code) => {
  expect(await failure(body(status, page))).toMatchObject({ kind, code });
});

it.each([
  ["Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'],
  ["Unsupported parameter: 'max_tokens' is not supported with this model.", 'max_output_tokens'],
  ["'response_format.type' must be 'json_object'; this model has no tools", 'structured_output_method'],
])('a refusal of a setting names it: %s', async (message, named) => {
  const refused = await failure(json(400, { error: { message } }));
  expect(refused.message).toContain(`with status 400: check ai_response.llm.${named}.`);
});

it('a refusal that nothing explains is unclear, with the provider’s words and nothing that was sent', async () => {
  const message =
    'Falha 0x2F em "a member wrote this": chave sk-abcdefghijklmnopqrstuvwxyz123456 de jane@gmail.com, tente depois';
  const refused = await failure(json(400, { error: { message } }));
  expect(refused).toMatchObject({ code: 'model_bad_request', kind: 'final', isMistake: false });
  expect(refused.message).toContain(
    'with status 400, and the cause is unclear. The provider says: "Falha 0x2F em',
  );
  expect(refused.message).toContain('tente depois');
  expect(refused.message).not.toMatch(/member wrote|sk-abc|jane|check /u);
  expect((await failure(body(400, ''))).message).toContain('unclear. The provider gives no reason.');
  expect(await failure(json(404, {}))).toMatchObject({ code: 'model_bad_request', isMistake: true });
});

const long = 'Wie stelle ich den Anschluss um? '.repeat(1_500);
const asking = (settings: Partial<ModelSettings>, message: string) => {
  provider.play(json(400, { error: { message } }));
  const sections = [{ name: 'question', id: null, text: long }] as const;
  return failureOf(modelAt(provider.baseUrl, settings).decide({ ...gateRequest, sections }));
};

it.each([
  ['输入长度为 12345，超过上限 8,192', {}, 'model_context_exceeded'],
  ['E-77', { contextTokens: 4_096 }, 'model_context_exceeded'],
  ['E-77', { contextTokens: 128_000 }, 'model_bad_request'],
  ['Fehler 4711 in Zeile 815', {}, 'model_bad_request'],
  ['erreur 12345', {}, 'model_bad_request'],
])('a long prompt that is refused with %j, %j, is %s by its size alone', async (message, settings, code) => {
  expect(await asking(settings, message)).toMatchObject({ code });
});

describe.each(['json_schema', 'function_calling'] as const)('by %s, an answer', (structuredOutputMethod) => {
  it.each([
    [
      'that is a refusal',
      ends('stop', { refusal: "I'm sorry, I cannot help with that." }),
      'final',
      'model_refused',
    ],
    ['that ends as a refusal', ends('refusal', { content: '' }), 'final', 'model_refused'],
    [
      'that was cut off twice',
      ends('length', { content: '{"is_question": tr' }),
      'final',
      'model_answer_cut',
    ],
    [
      'that was filtered for a reason',
      ends('content_filter: RECITATION', {}),
      'final',
      'model_content_filtered',
    ],
    [
      'that was filtered and left out',
      json(200, { ...completion({}), choices: [{ index: 0, finish_reason: 'content_filter' }] }),
      'final',
      'model_content_filtered',
    ],
    ['that met the end of the context', ends('model_length', { content: '{' }), 'final', 'model_answer_cut'],
    ['that the provider broke off', ends('abort', { content: '{' }), 'transient', 'model_malformed_answer'],
    ['that was filtered', ends('content_filter', { content: '' }), 'final', 'model_content_filtered'],
  ])('%s has a cause of its own', async (_name, play, kind, code) => {
    const unusable = await failure(play, { structuredOutputMethod });
    expect(unusable).toMatchObject({ kind, code });
    expect(unusable.message).not.toContain('sorry');
  });
});

it('a cut-off answer names the setting that bounds it', async () => {
  const cut = {
    ...completion({}),
    choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: '{' } }],
  };
  expect((await failure(json(200, cut))).message).toContain('ai_response.llm.max_output_tokens');
});

it.each([200, 400])('a body without an end, with status %i, is left at 8 MB', async (status) => {
  let sent = 0;
  const endless: Play = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const blank = Buffer.alloc(1024 * 1024, ' ');
    const send = () => {
      if (response.destroyed) return;
      sent += blank.length;
      response.write(blank, () => setImmediate(send));
    };
    send();
  };
  expect(await failure(endless)).toMatchObject({
    code: 'model_malformed_answer',
    message: expect.stringContaining('more than 8 MB') as string,
  });
  await expect.poll(() => provider.hungUp()).toBe(1);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

it('an answer of just below 8 MB is read', async () => {
  const answer = JSON.stringify(completion({ content: '{}' }));
  expect(
    (await failure(body(200, answer.padEnd(8 * 1024 * 1024), 'application/json'))).message,
  ).not.toContain('8 MB');
});

it.each([301, 302, 307, 308])(
  'a redirect with status %i is not followed: it would take the key along',
  async (status) => {
    const elsewhere = await startScriptedProvider();
    elsewhere.play(answers(gateDecision()));
    const refused = await failure(json(status, {}, { location: `${elsewhere.baseUrl}/chat/completions` }));
    expect(refused).toMatchObject({ kind: 'final', code: 'model_bad_request' });
    expect(refused.message).toContain(`redirects calls (status ${status}): put the address`);
    expect(elsewhere.calls).toEqual([]);
    elsewhere.close();
  },
);
