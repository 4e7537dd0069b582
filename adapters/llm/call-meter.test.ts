import { expect, it } from 'vitest';
import type { PortError } from '../../domain/ports/errors.ts';
import type { Metrics } from '../../domain/operations/metrics.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import type { CallAccount, SettledCall } from '../../domain/ports/usage.ts';
import type { DailyLimits } from '../../domain/operations/model-usage.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { createModelRecords } from '../storage/records/models/model-records.ts';
import { testDatabase } from '../../test/support/storage/test-store.ts';
import type { Database } from '../storage/database/database.ts';
import { createCallMeter, estimateCall } from './call-meter.ts';
import { createModel } from './openai-model.ts';
import {
  answers,
  completion,
  cutsOff,
  fails,
  json,
  says,
} from '../../test/support/provider/provider-plays.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';

const provider = await startScriptedModel();

const gate = gateDecision();
const day = '2026-02-01';
const ofReply: CallAccount = { operation: 'reply' };

/** A model at 1 dollar for a million tokens in and 10 for a million out; the provider counts 120 in and 30 out. */
async function open({
  limits = {},
  baseUrl = provider.baseUrl,
  now = () => new Date(`${day}T23:50:00Z`),
  db = null,
  ...settings
}: {
  readonly limits?: Partial<DailyLimits>;
  readonly baseUrl?: string;
  readonly now?: () => Date;
  readonly db?: Database | null;
  readonly metrics?: Metrics;
} = {}) {
  const records = createModelRecords(db ?? (await testDatabase()));
  const meter = createCallMeter({
    ...settings,
    records,
    priceOf: (name) => (name === 'priced' ? { input: 1, output: 10 } : null),
    limits: { usd: null, tokens: null, calls: null, ...limits },
    now,
  });
  const ask = (account: CallAccount, name = 'priced', maxRetries = 0) =>
    createModel({
      meter,
      settingsFor: () => ({
        baseUrl,
        apiKey: null,
        model: name,
        timeoutSeconds: 5,
        structuredOutputMethod: 'json_schema',
        temperature: null,
        configPath: 'ai_response.llm',
      }),
    }).decide({ decision: 'LLMGateDecision', system: 's', sections: [], maxRetries, account });
  const failureOf = (account: CallAccount): Promise<PortError> =>
    ask(account).then(
      () => expect.fail('it answered'),
      (error: PortError) => error,
    );
  return { ask, failureOf, totals: () => records.usageTotals({ day }) };
}

it('books what a call came to, with its price', async () => {
  provider.play(answers(gate));
  const { ask, totals } = await open();
  const { call } = await ask(ofReply);
  expect(call.costUsd).toBeCloseTo(0.00042, 10);
  expect(await totals()).toMatchObject({ calls: 1, inputTokens: 120, outputTokens: 30 });
});

it('leaves the cost of a model without a price unknown', async () => {
  provider.play(answers(gate));
  const { ask, totals } = await open();
  const { call } = await ask(ofReply, 'unpriced');
  expect(call.costUsd).toBeNull();
  expect(await totals()).toMatchObject({ calls: 1, costUsd: 0 });
});

it('books an answer that cannot be used, and every further attempt', async () => {
  provider.play(says('{"is_question": "perhaps"}'), answers(gate));
  const { ask, totals } = await open();
  await ask(ofReply, 'priced', 1);
  expect(await totals()).toMatchObject({ calls: 2 });
});

it('books nothing for a call that the provider refused, or that never reached it', async () => {
  provider.play(fails(429));
  const refused = await open();
  const gone = await startScriptedProvider();
  gone.close();
  const unreached = await open({ baseUrl: gone.baseUrl });
  await refused.failureOf(ofReply);
  await unreached.failureOf(ofReply);
  expect([(await refused.totals()).calls, (await unreached.totals()).calls]).toEqual([0, 0]);
});

it('keeps the estimate of a call whose answer broke off: it may have been billed', async () => {
  provider.play(cutsOff);
  const { failureOf, totals } = await open();
  await failureOf(ofReply);
  expect((await totals()).inputTokens).toBeGreaterThan(120);
});

it('measures the dollars that the budget counts, an estimate among them', async () => {
  let measured = 0;
  const record: Metrics['record'] = (name, _, value) => {
    if (name === 'steward_model_cost_usd') measured += value;
  };
  const { ask, failureOf, totals } = await open({ metrics: { record } });
  provider.play(answers(gate), cutsOff);
  await ask(ofReply);
  await failureOf(ofReply);
  expect(measured).toBeGreaterThan(0.001);
  expect(measured).toBeCloseTo((await totals()).costUsd, 9);
});

it.each([
  ['no usage', undefined],
  ['null', null],
  ['no counts', {}],
  ['a negative prompt', { prompt_tokens: -100_000, completion_tokens: 5 }],
  ['a negative answer', { prompt_tokens: 100, completion_tokens: -5 }],
  ['an absurd number', { prompt_tokens: 1e15, completion_tokens: 5 }],
  ['half a token', { prompt_tokens: 120.5, completion_tokens: 5 }],
  ['words', { prompt_tokens: '120', completion_tokens: '5' }],
  ['a prompt of nothing', { prompt_tokens: 0, completion_tokens: 0 }],
])('keeps the estimate where the provider reports %s', async (_name, usage) => {
  provider.play(json(200, { ...completion({ content: JSON.stringify(gate) }), usage }));
  const { ask, totals } = await open();
  const { call } = await ask(ofReply);
  const { inputTokens, outputTokens } = estimateCall({ system: 's', user: '' }, {});
  expect(call).toMatchObject({ inputTokens, outputTokens });
  expect(await totals()).toMatchObject({ calls: 1, inputTokens, outputTokens, costUsd: call.costUsd });
});

it('makes no call that would pass a limit, and names the setting', async () => {
  provider.play(answers(gate));
  const { ask, failureOf } = await open({ limits: { calls: 1 } });
  await ask(ofReply);
  const failure = await failureOf(ofReply);
  expect(provider.calls).toHaveLength(1);
  expect(failure).toMatchObject({ code: 'budget_spent', kind: 'final' });
  expect(failure.message).toContain('budget.calls_per_day (1)');
});

it('stops before the limit, by what a call may come to', async () => {
  provider.play(answers(gate));
  const { failureOf } = await open({ limits: { usd: 0.001 } });
  expect((await failureOf(ofReply)).code).toBe('budget_spent');
  expect(provider.calls).toEqual([]);
});

it('lets what the team said wait for room: at most ten minutes at a time', async () => {
  const { failureOf } = await open({ limits: { tokens: 1 } });
  const failure = await failureOf({ operation: 'capture' });
  expect(failure).toMatchObject({ code: 'budget_spent', kind: 'transient', retryAfterSeconds: 600 });
});

it('a call whose account has a list of ended ones is settled with the next booking', async () => {
  provider.play(answers(gate), answers(gate));
  const { ask, totals } = await open();
  const ended: SettledCall[] = [];
  await ask({ ...ofReply, ended });
  const booked = await totals();
  expect(ended).toMatchObject([{ used: { inputTokens: 120, outputTokens: 30 } }]);
  expect(booked.inputTokens).toBeGreaterThan(120);
  await ask({ ...ofReply, ended });
  expect(ended).toHaveLength(1);
  expect((await totals()).inputTokens).toBe(booked.inputTokens + 120);
});

it('makes no more calls of a question than it may, whatever became of those before', async () => {
  provider.play(fails(503), answers(gate));
  const { ask, failureOf } = await open();
  const account = { ...ofReply, question: { id: '100', maxCalls: 3, booked: 1, calls: [] } };
  await ask(account, 'priced', 1);
  const failure = await failureOf(account);
  expect(provider.calls).toHaveLength(2);
  expect(failure).toMatchObject({ code: 'question_calls_spent', kind: 'final' });
  expect(failure.message).toContain('ai_response.max_calls_per_question (3)');
});

it('names what used up the calls of a question where that was a failure, and not the cut that follows it', async () => {
  provider.play(fails(503));
  const { ask, failureOf } = await open();
  const cut = {
    decision: 'LLMSelectionResult',
    model: 'priced',
    inputTokens: 1,
    outputTokens: 0,
    costUsd: 0,
    milliseconds: 1,
  };
  const calls: ModelCallRecord[] = [];
  const account = { ...ofReply, question: { id: '100', maxCalls: 1, booked: 0, calls } };
  await expect(ask(account)).rejects.toMatchObject({ code: 'model_unavailable', kind: 'transient' });
  calls.push({ ...cut, error: 'model_cancelled' });
  expect(await failureOf(account)).toMatchObject({
    code: 'model_unavailable',
    kind: 'final',
    message: expect.stringContaining(
      'ai_response.max_calls_per_question (1). The last one failed with model_unavailable',
    ),
  });
  expect(provider.calls).toHaveLength(1);
});
