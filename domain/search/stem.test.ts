import { describe, expect, test } from 'vitest';
import { stem } from './stem.ts';

describe('stem', () => {
  test.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['vietnamization', 'vietnam'],
    ['electriciti', 'electr'],
    ['hopefulness', 'hope'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
  ])("takes %s to %s, as in Porter's paper", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test.each([
    [['validate', 'validating', 'validated', 'validates', 'validation']],
    [['connect', 'connected', 'connecting', 'connection', 'connections']],
    [['retry', 'retries', 'retried']],
  ])('makes one term of %s', (forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  test('leaves words alone that are not plain English letters', () => {
    expect(['http2', 'größe', 'ab', '日本語'].map(stem)).toEqual(['http2', 'größe', 'ab', '日本語']);
  });
});
