import { expect, test } from 'vitest';
import { asksNothing, isSameQuestion, questionTerms } from './asked-question.ts';

const areOne = (one: string, other: string): boolean =>
  isSameQuestion(questionTerms(one), questionTerms(other));

test.each([
  ['How do I set the port?', 'hello, can someone help me setting ports'],
  ['What does max_connections do?', 'How do I set max_connections?'],
  ['How can I use the port?', '@steward please explain the port to me'],
  ['set port?', 'the port, how set?'],
  ['怎么设置端口', '请问怎么设置端口呢'],
])('%j and %j are one', (one, other) => {
  expect(areOne(one, other)).toBe(true);
});

test.each([
  ['What does error 42 mean?', 'What does error 43 mean?'],
  ['How do I install the node?', 'How do I uninstall the node?'],
  ['How do I set the port?', 'How do I delete my account?'],
  ['怎么设置端口', '怎么删除账户'],
])('%j and %j stay two', (one, other) => {
  expect(areOne(one, other)).toBe(false);
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
