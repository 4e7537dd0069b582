import { describe, expect, it, onTestFinished } from 'vitest';
import { answers, cutsOff, fails, never, says, type Play } from '../support/provider/provider-plays.ts';
import { startScriptedProvider } from '../support/provider/scripted-provider.ts';
import { gateDecision } from '../support/values/decisions.ts';
import { openTestSteward } from '../support/steward.ts';

/** Replies, on the real server, from a provider that misbehaves over HTTP. */
async function open() {
  const provider = await startScriptedProvider();
  onTestFinished(() => provider.close());
  const steward = await openTestSteward({
    model: null,
    settings: {
      ai_response: {
        graph: 'minimal',
        llm: { model: 'm', base_url: provider.baseUrl, max_retries: 0, timeout_seconds: 10 },
      },
    },
  });
  await steward.work(['all']);
  const ask = async (...script: readonly Play[]) => {
    provider.play(...script);
    const asked = await steward.say({ by: 'anna', text: '@steward How do I set the port?' });
    await steward.settle();
    return {
      record: await steward.storage.records.replyRecord(asked.id),
      // The search beside it makes calls, too.
      requests: provider.calls.filter(({ decision }) => decision === 'LLMGateDecision').length,
      sentence: steward.config.texts.en.cannot_look_up,
    };
  };
  return { provider, steward, ask };
}

const gate = answers(gateDecision());
const described = answers({ text: 'How to set the port.' });

describe('a provider', () => {
  it.each([
    ['limits the rate', fails(429), 'model_rate_limited', 5],
    ['has trouble of its own', fails(500), 'model_unavailable', 5],
    ['refuses the key', fails(401), 'model_unauthorized', 1],
    ['refuses the request', fails(400), 'model_bad_request', 1],
    ['answers no JSON', says('It is a question!'), 'model_malformed_answer', 2],
    ['answers in another shape', answers({ is_question: 'perhaps' }), 'model_malformed_answer', 2],
    ['breaks off', cutsOff, 'model_unavailable', 5],
    ['never answers', never, 'model_timeout', 5],
  ])(
    'that %s: a member who asked directly reads one fixed sentence, and the row says why',
    async (_name, play, reason, attempts) => {
      const { ask } = await open();
      const { record, requests, sentence } = await ask(play);
      expect(record).toMatchObject({ reason, answer: null, post: { parts: [sentence] } });
      expect(requests).toBe(attempts);
    },
  );

  it('that recovers in time is answered from', async () => {
    const { provider, steward, ask } = await open();
    provider.play(described);
    await steward.indexDocuments();
    const selection = answers({ look_for: '', selected_source_ids: ['kb:guide.md'] });
    const nothing = answers({
      missing: 'all of it',
      answer: null,
      citations: [],
      answer_type: 'answer',
      confidence: 0,
      tool_calls: [],
    });
    const { record } = await ask(fails(500), gate, fails(429), gate, selection, nothing);
    expect(record).toMatchObject({ status: 'unanswered', reason: 'not_covered' });
  });
});
