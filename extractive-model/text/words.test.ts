import { describe, expect, test } from 'vitest';
import { termsIn, wordsOf } from './words.ts';

const wholes = (text: string): readonly string[] => wordsOf(text).map(({ whole }) => whole);

describe('wordsOf', () => {
  test('keeps an identifier whole and knows its parts', () => {
    expect(wordsOf('setErrorHandler')).toEqual([
      { whole: 'seterrorhandl', parts: ['set', 'error', 'handler'], surface: 'seterrorhandler' },
    ]);
  });

  test('makes one term of however a compound is written', () => {
    expect(['rate-limit', 'rateLimit', 'rate_limit', 'ratelimit'].map((text) => wholes(text)[0])).toEqual(
      Array(4).fill('ratelimit'),
    );
  });

  test('leaves out grammar and politeness, in English and in French', () => {
    expect(wholes("Hi, could you please tell me how I'd do that? Thanks!")).toEqual([]);
    expect(wholes("bonjour, comment est-ce qu'on fait pour les journaux")).toEqual(['journaux']);
  });

  test('reads letters of every script', () => {
    expect(wholes('größe 日本語 настройка')).toEqual(['größe', '日本', '本語', 'настройка']);
  });

  test('leaves out addresses and markup', () => {
    expect(wholes('see [the guide](https://example.com/secret) <b>now</b> <@123>')).toEqual(['guid']);
  });

  test('takes short forms for the words that they stand for', () => {
    expect(wholes('max req params')).toEqual(wholes('maximum request parameter'));
  });
});

test('termsIn has wholes and parts', () => {
  expect(termsIn('bodyLimit limits the body')).toEqual(['bodylimit', 'bodi', 'limit', 'limit', 'bodi']);
});
