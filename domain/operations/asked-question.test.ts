import { expect, test } from 'vitest';
import { asksNothing, wordsOfQuestion } from './asked-question.ts';

test('a question has the same words in any order and form', () => {
  expect(wordsOfQuestion('@steward how do I set the port?')).toBe(wordsOfQuestion('setting ports'));
  expect(wordsOfQuestion('What is error 42?')).not.toBe(wordsOfQuestion('What is error 43?'));
});

test.each([
  '@steward thanks, that helped!',
  '@steward',
  'good morning all',
  'you are a useless piece of garbage',
  'lol nice one',
])('%j asks nothing', (text) => {
  expect(asksNothing(text)).toBe(true);
});

test.each(['How do I set the port?', 'Error: Cannot find module foo', '怎么设置端口'])(
  '%j asks something',
  (text) => {
    expect(asksNothing(text)).toBe(false);
  },
);
