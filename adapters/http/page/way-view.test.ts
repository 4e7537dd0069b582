import { expect, it } from 'vitest';
import { markupOf } from './html.ts';
import { callName, waySteps } from './way-view.ts';
import { generation } from '../../../test/support/values/decisions.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';

it('a choice of sources that began beside the step before has the time of its call, and a step that took none has none', () => {
  const call = { model: 'm', inputTokens: 1, outputTokens: 1, costUsd: null };
  const record = replyRecord('1', {
    nodeTimes: [
      { node: 'moderate', milliseconds: 0 },
      { node: 'gate', milliseconds: 1_015 },
      { node: 'select', milliseconds: 4 },
      { node: 'generate', milliseconds: 1_100 },
    ],
    modelCalls: [
      { ...call, decision: 'LLMGateDecision', milliseconds: 1_014 },
      { ...call, decision: 'LLMSelectionResult', milliseconds: 1_010 },
      { ...call, decision: 'LLMGenerationResult', milliseconds: 1_020 },
    ],
  });
  const times = markupOf(waySteps(record)).match(/(?<=class="meta">)[^<]*/gu);
  expect(times).toEqual(['', '1.0 s', '1.0 s', '1.1 s']);
});

it('a call bears the name of its step, or of what it makes', () => {
  const names = ['LLMSelectionResult', 'LLMTranslationResult', 'Search'].map(callName);
  expect(names).toEqual(['Choice of sources', 'Translation', 'Search']);
});

it('writing says what no source holds', () => {
  const record = replyRecord('1', {
    confidence: 7,
    nodeTimes: [{ node: 'generate', milliseconds: 10 }],
    decisions: [{ decision: 'LLMGenerationResult', value: generation({ missing: 'the port on <Windows>' }) }],
  });
  expect(markupOf(waySteps(record))).toContain(
    'sure to 7 of 10; no source says: the port on &lt;Windows&gt;',
  );
});
