import { describe, expect, it } from 'vitest';
import { judgeQuestion, wordCount } from './question-gate.ts';

describe('the heuristic gate', () => {
  it.each(['does it work on windows?', 'わかりますか？', 'هل يعمل؟'])(
    'passes a question mark: %s',
    (text) => {
      expect(judgeQuestion(text)).toBe('mark');
    },
  );

  it.each([
    'how do i set a custom error handler',
    'hi all, is there a way to disable logging',
    'can I use it with typescript',
    'which port does it listen on',
    'anyone know the default timeout',
    'i was wondering why the hook runs twice',
    'comment puis-je changer le port',
    'For which versions is this valid',
  ])('passes a question word where a question has it: %s', (text) => {
    expect(judgeQuestion(text)).toBe('word');
  });

  it.each([
    'this is great',
    'they are here',
    'thanks a lot, that worked',
    'what a day',
    'good morning everyone',
    'see https://docs.example.com/setup?tab=1',
    '```\nif (x) { return a ? b : c }\n```',
    'lol',
    '',
  ])('drops chatter: %s', (text) => {
    expect(judgeQuestion(text)).toBe('chatter');
  });

  it('leaves a script without word lists to the model', () => {
    expect(judgeQuestion('как настроить порт')).toBe('unknown_language');
  });

  it('counts words, not punctuation', () => {
    expect(wordCount("don't panic - v1.2.3!")).toBe(3);
  });
});
