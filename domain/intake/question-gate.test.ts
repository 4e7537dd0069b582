import { describe, expect, it } from 'vitest';
import { judgeQuestion, wordCount } from './question-gate.ts';

describe('the heuristic gate', () => {
  it.each(['does it work on windows?', 'わかりますか？', 'هل يعمل؟'])(
    'passes a question mark: %s',
    (text) => {
      expect(judgeQuestion(text)).toBe('question_mark');
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
    'how do you remove duplicates from a list',
    'could someone explain the retry policy',
    "I don't know how to set the timeout",
    'the build fails on every machine that I have tried it on; why',
    'est-ce que le port est configurable',
    'bonjour, je cherche à comprendre la configuration du proxy',
    'existe-t-il une option pour le délai',
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
    'what does that mean',
    'how are you doing',
    'are you a fan of pineapple on pizza',
    'when i was young i lived there',
    'comment ça va',
    'quelle bonne idée',
    'use `config?.port` there',
    'lol',
    '',
  ])('drops chatter: %s', (text) => {
    expect(judgeQuestion(text)).toBe('chatter');
  });

  it.each(['как настроить порт', 'wie kann ich den Port in der Konfiguration ändern'])(
    'leaves a language without rules to the model: %s',
    (text) => {
      expect(judgeQuestion(text)).toBe('unknown_language');
    },
  );

  it('takes time in proportion to the text', () => {
    for (const part of ['<@', 'https://', 'wondering ', '```', 'hi ', 'is there a ', "don't "]) {
      const started = performance.now();
      judgeQuestion(part.repeat(100_000));
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });

  it('counts words, not punctuation', () => {
    expect(wordCount("don't panic - v1.2.3!")).toBe(3);
  });
});
