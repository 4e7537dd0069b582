import { expect, test } from 'vitest';
import { contentHash, normalizeText } from './content-hash.ts';

test('the hash of the specification is met', () => {
  expect(contentHash('a\r\nb  \n\n')).toBe(
    '7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78',
  );
});

test.each(['\n\n  a\n\nb', '  a\n\nb\n', '\t\n  a \t\r\n \r\nb\r\n\r\n', '  a\r\rb'])(
  '%j counts as the same text',
  (text) => {
    expect(normalizeText(text)).toBe('  a\n\nb');
  },
);

test('a blank text is empty', () => {
  expect(normalizeText(' \r\n\t\n')).toBe('');
});

test.each(['a  b', ' a b', 'a\nb', 'A b'])('%j is another text than "a b"', (text) => {
  expect(contentHash(text)).not.toBe(contentHash('a b'));
});
