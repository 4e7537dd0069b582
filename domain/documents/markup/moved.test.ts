import { expect, test } from 'vitest';
import { movedTo, namedAddress } from './moved.ts';

test.each([
  ['# Install\n\nThis page has moved to [Set up](/guides/setup).', '/guides/setup'],
  ['Redirecting to <https://new.example.com/a> …', 'https://new.example.com/a'],
  ['The documentation was moved to https://docs.example.com/b', 'https://docs.example.com/b'],
  ['# Files\n\nA file can be moved: see [rename](rename.md) and [copy](copy.md).', null],
  [`# Move\n\nThis file is moved to [x](/x). ${'More is said of it here. '.repeat(12)}`, null],
  ['# Install\n\nSee [Set up](/setup).', null],
])('%j leads to %s', (text, target) => {
  expect(movedTo(text)).toBe(target);
});

test('an address is named without what may hold keys', () => {
  expect(namedAddress('https://a.example.com/b c?token=x#y')).toBe('https://a.example.com/b%20c');
});
