import { expect, it } from 'vitest';
import { mentionsPerson, namesPerson, repeatsWords } from './person-traces.ts';

const anna = { userId: '4001', names: ['Anna B.', 'anna'] };

it.each(['<@4001> try again', 'ask 4001.', 'Hi @Anna B.! Like this', '(@ANNA)'])(
  '%j mentions the person',
  (text) => {
    expect(mentionsPerson(text, anna)).toBe(true);
  },
);

it.each(['<@40010>', '@annabel try again', 'Anna, try again', 'joanna@anna2'])(
  '%j does not mention the person',
  (text) => {
    expect(mentionsPerson(text, anna)).toBe(false);
  },
);

it('a mention of anybody is nobody’s, whatever a person is called', () => {
  expect(mentionsPerson('@someone knows', { userId: '1', names: ['Someone', ''] })).toBe(false);
});

it('a name is found as a word', () => {
  expect(['Anna, try again', 'anna: yes', 'Annabel knows'].map((text) => namesPerson(text, anna))).toEqual([
    true,
    true,
    false,
  ]);
});

it('five words in a row are repeated, four are not', () => {
  const said = 'My node stops when the disk is full';
  expect(repeatsWords('If "my node stops when the" disk fills, add one', said)).toBe(true);
  expect(repeatsWords('Your node stops when the load is high', said)).toBe(false);
});
