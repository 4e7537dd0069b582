import { expect, it } from 'vitest';
import { keyIn, keyOwners } from './api-keys.ts';

it('knows its keys, by names that do not hold them', () => {
  const ownerOf = keyOwners(['first-key-0123456', 'second-key-012345']);
  const owner = ownerOf('first-key-0123456');
  expect(owner).toMatch(/^[0-9a-f]{12}$/u);
  expect(ownerOf('second-key-012345')).not.toBe(owner);
  expect(ownerOf('first-key-0123457')).toBeNull();
  expect(ownerOf('')).toBeNull();
});

it('reads a key from either header', () => {
  expect(keyIn({ authorization: 'Bearer abc' })).toBe('abc');
  expect(keyIn({ 'x-api-key': 'abc' })).toBe('abc');
  expect(keyIn({ authorization: 'Basic abc' })).toBe('');
  expect(keyIn({})).toBe('');
});
