import { expect, it } from 'vitest';
import { namesPerson, tracesIn } from './person-traces.ts';

const anna = { userId: '4001', names: ['Anna B.', 'anna'] };

it.each([
  ['Anna, try again', true],
  ['<@4001> try again', true],
  ['Hi @Anna B.! Like this', true],
  ['Annabel knows', false],
  ['<@40010>', false],
])('a name or an id is found as a word: %j, %s', (text, isNamed) => {
  expect(namesPerson(text, anna)).toBe(isNamed);
});

it('an empty name is nobody’s', () => {
  expect(namesPerson('Try again', { userId: '1', names: [''] })).toBe(false);
});

const said = (...turns: readonly (readonly ['User' | 'Team', string])[]) => ({
  qaId: 'qa_20260201_000001' as const,
  timestamp: '2026-02-01T00:00:01Z',
  conversationId: 'thread_1',
  messageIds: turns.map((_, at) => String(at)),
  turns: turns.map(([label, text]) => ({ label, text })),
});

it.each([
  ['asked it', [0], null],
  ['joined another who asked', [1], ['1']],
  ['gave the only answer', [2], null],
  ['gave one of two answers', [3], ['3']],
  ['said nothing in it', [], undefined],
])('what goes of a pair when the person %s', (_, own, messageIds) => {
  const turns = said(
    ['User', 'a'],
    ['User', 'b'],
    ['Team', 'c'],
    ...(own[0] === 3 ? [['Team', 'd'] as const] : []),
  );
  expect(tracesIn(turns, own, anna).erased?.messageIds).toEqual(messageIds);
});
