import { expect, it } from 'vitest';
import { rememberCounts } from './remember-counts.ts';

it('counts a text again only when others have taken its room', () => {
  const counted: string[] = [];
  const count = rememberCounts((text) => {
    counted.push(text);
    return text.length;
  }, 40);
  expect(['one', 'two', 'one', 'two'].map(count)).toEqual([3, 3, 3, 3]);
  expect(counted).toEqual(['one', 'two']);
  for (const letter of ['a', 'b', 'c', 'd']) count(letter.repeat(15));
  expect(count('one')).toBe(3);
  expect(counted.filter((text) => text === 'one')).toHaveLength(2);
});
