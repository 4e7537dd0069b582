import { describe, expect, test } from 'vitest';
import { stem } from './stem.ts';

describe('stem', () => {
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
