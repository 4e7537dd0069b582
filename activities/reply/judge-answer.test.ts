import { expect, it } from 'vitest';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import { unlessUnsure } from './judge-answer.ts';

const answered = (confidence: number | null): AIResult => ({
  should_reply: true,
  reply_text: 'So.',
  citations: [],
  debug: {
    reason: 'answered',
    selectedSourceIds: [],
    nearest: [],
    usedSources: [],
    restsOn: [],
    topic: null,
    answerType: 'answer',
    confidence,
    written: 'How?',
    moderation: [],
    language: null,
    translatedQuestion: null,
    untranslatedAnswer: null,
  },
});

it.each([
  ['is said where any answer may be', 1, { howSure: 0, askedDirectly: false }, 'answered'],
  ['is said from the number on', 7, { howSure: 7, askedDirectly: false }, 'answered'],
  ['stays unsaid below the number', 6, { howSure: 7, askedDirectly: false }, 'not_confident'],
  ['is said to whoever asked directly', 1, { howSure: 7, askedDirectly: true }, 'answered'],
  ['is said when nobody put a number to it', null, { howSure: 7, askedDirectly: false }, 'answered'],
] as const)('an answer %s', (_, confidence, channel, reason) => {
  const result = unlessUnsure(answered(confidence), channel);
  expect([result.debug.reason, result.should_reply]).toEqual([reason, reason === 'answered']);
});
