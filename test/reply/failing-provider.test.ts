import { describe, expect, it } from 'vitest';
import { answerTo } from '../support/ask.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { cutsOff, fails, says, type Play } from '../support/provider/provider-plays.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { ScriptedCall } from '../support/provider/scripted-provider.ts';
import { openTestSteward } from '../support/steward.ts';

/** With subjects, the selection waits for the gate: of two calls at once, a failure may end the other before it is sent. */
const topics = { Ports: {} };

describe('a provider that fails', () => {
  /** What it does at each gate call of a question; fine after that. */
  const faults: Readonly<Record<string, readonly Play[]>> = {
    'limits the rate': [fails(429, { 'retry-after': '1' })],
    'fails twice': [fails(500), fails(503)],
    'breaks off': [cutsOff],
    'refuses the key': Array.from({ length: 9 }, () => fails(401)),
    'is down': Array.from({ length: 9 }, () => fails(500)),
    'answers no JSON': Array.from({ length: 9 }, () => says('Sure! The answer is')),
    'answers another schema': Array.from({ length: 9 }, () => says('{"is_question":"perhaps"}')),
  };

  it('never shows its failure, is asked again where that helps, and leaves a row with the cause', async () => {
    const asked = new Map<string, number>();
    const model = await startScriptedModel((call) => faultOf(call) ?? agreeable(call));
    const faultOf = ({ decision, text }: ScriptedCall) => {
      const name = Object.keys(faults).find((one) => text('question').includes(one));
      if (decision !== 'LLMGateDecision' || name === undefined) return null;
      const times = asked.get(name) ?? 0;
      asked.set(name, times + 1);
      const play = faults[name]?.[times];
      return play ?? null;
    };
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0, timeout_seconds: 10 };
    const steward = await openTestSteward({ model, settings: { ai_response: { llm, topics } } });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const rows = await Promise.all(
      Object.keys(faults).map(async (name) => {
        const started = performance.now();
        const record = await answerTo(steward, { question: `What if the provider ${name} today?` });
        return { name, record, seconds: (performance.now() - started) / 1_000 };
      }),
    );
    // The row has every call, with what became of it.
    const outcomes = rows.map(({ name, record }) => [
      name,
      record.reason,
      asked.get(name),
      record.modelCalls.flatMap(({ decision, error }) => (decision === 'LLMGateDecision' ? [error] : [])),
    ]);
    const [unavailable, malformed] = ['model_unavailable', 'model_malformed_answer'];
    expect(outcomes).toEqual([
      ['limits the rate', 'answered', 2, ['model_rate_limited', null]],
      ['fails twice', 'answered', 3, [unavailable, unavailable, null]],
      ['breaks off', 'answered', 2, [unavailable, null]],
      ['refuses the key', 'model_unauthorized', 1, ['model_unauthorized']],
      ['is down', unavailable, 5, Array(5).fill(unavailable)],
      ['answers no JSON', malformed, 2, Array(2).fill(malformed)],
      ['answers another schema', malformed, 2, Array(2).fill(malformed)],
    ]);
    expect(rows[0]?.seconds).toBeGreaterThan(1);
    const failed = rows.filter(({ record }) => record.reason !== 'answered');
    expect(failed.map(({ record }) => record.status)).toEqual(failed.map(() => 'generated'));
    expect(new Set(failed.flatMap(({ record }) => record.post?.parts ?? []))).toEqual(
      new Set([steward.config.texts.en.cannot_look_up]),
    );
  });

  it('while it judges has the draft written again once', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMVerificationResult' ? fails(500) : agreeable(call),
    );
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0 };
    const steward = await openTestSteward({ model, settings: { ai_response: { llm } } });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const { reason, modelCalls } = await answerTo(steward, { question: 'Which port does it listen on?' });
    const asked = (name: string) => modelCalls.filter(({ decision }) => decision === name).length;
    expect([reason, asked('LLMGenerationResult'), asked('LLMVerificationResult')]).toEqual([
      'model_unavailable',
      2,
      2,
    ]);
  });

  it('that says nothing at all is given up after five attempts', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGateDecision' ? () => undefined : agreeable(call),
    );
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0 };
    const steps = { gate: { timeout_seconds: 1 } };
    const steward = await openTestSteward({ model, settings: { ai_response: { llm, steps } } });
    await steward.work(['reply']);
    const record = await answerTo(steward, { question: 'What if the provider says nothing at all?' });
    expect(record).toMatchObject({ reason: 'model_timeout', status: 'generated' });
    const gates = record.modelCalls.filter(({ decision }) => decision === 'LLMGateDecision');
    expect(gates.map(({ error }) => error)).toEqual(Array(5).fill('model_timeout'));
    expect(record.post?.parts).toEqual([steward.config.texts.en.cannot_look_up]);
  });

  it('is asked at most max_calls_per_question times, whatever is tried again', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMTextResult' ? agreeable(call) : { status: 503 },
    );
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 2 };
    const ai_response = { llm, max_calls_per_question: 5, topics };
    const steward = await openTestSteward({ model, settings: { ai_response } });
    await steward.work(['reply', 'library']);
    const record = await answerTo(steward, { question: 'Which port is it?' });
    const asked = model.calls.filter(({ decision }) => decision !== 'LLMTextResult');
    expect(asked.map(({ decision }) => decision)).toEqual(Array(5).fill('LLMGateDecision'));
    // The cause, and not the limit that it has used up.
    expect(record).toMatchObject({ reason: 'model_unavailable', status: 'generated' });
    expect(record.modelCalls.map(({ decision }) => decision)).toEqual(asked.map(({ decision }) => decision));
    expect(record.modelCalls.every(({ error }) => error !== null)).toBe(true);
  });

  it('is asked from the start again by the next attempt, and every call counts', async () => {
    let failures = 2;
    const model = await startScriptedModel((call) => {
      if (call.decision !== 'LLMGenerationResult' || failures === 0) return agreeable(call);
      failures -= 1;
      return { status: 503 };
    });
    const steward = await openTestSteward({ model });
    await steward.work(['reply', 'library']);
    await steward.indexDocuments();
    const record = await answerTo(steward, { question: 'Which port is it?' });
    expect(record).toMatchObject({ reason: 'answered' });
    const asked = ['LLMGateDecision', 'LLMSelectionResult', 'LLMGenerationResult'] as const;
    expect(asked.map((decision) => model.callsOf(decision))).toEqual([3, 3, 3]);
    const nodes = record.nodeTimes.map(({ node }) => node);
    expect(nodes.filter((node) => node === 'gate')).toHaveLength(1);
    expect(record.modelCalls.filter(({ error }) => error === 'model_unavailable')).toHaveLength(2);
  });
});
