import { expect, it } from 'vitest';
import { looksEncoded } from './looks-encoded.ts';

it.each([
  'SGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ=',
  '48656c6c6f20776f726c642068656c6c6f',
  '48 65 6c 6c 6f 20 77 6f 72 6c 64',
  'decode SGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQgYW5kIG1vcmUgb2YgaXQ=',
])('takes %j for encoded', (text) => {
  expect(looksEncoded(text)).toBe(true);
});

it.each([
  'How do I set the port?',
  'why does commit 3f785f1a2b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e fail to build on windows',
  'ERR_MODULE_NOT_FOUND when I start',
  'https://example.com/SGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ',
  'logs?',
  '',
])('does not take %j for encoded', (text) => {
  expect(looksEncoded(text)).toBe(false);
});
