import { expect, test } from 'vitest';
import { forgottenSince, formatForgotten, isForgotten, parseForgotten, topicMark } from './forgotten-file.ts';

const line = {
  userId: '4001',
  forgottenAt: '2026-02-05T12:00:00.000000Z',
  entries: [{ qaId: 'qa_20260201_000001', turns: [0, 2] }],
  topics: [topicMark('gpu')],
} as const;

test('what is written is read back', () => {
  expect(parseForgotten(formatForgotten(line))).toEqual({ forgotten: [line], problems: [] });
});

test('a torn last line and one that is none are named by their numbers, and the others count', () => {
  const text = `nonsense\n${formatForgotten(line)}${formatForgotten(line).slice(0, 30)}`;
  expect(parseForgotten(text)).toEqual({ forgotten: [line], problems: [1, 3] });
});

test('what a person wrote until then is forgotten, and what they write afterwards counts', () => {
  const since = forgottenSince([line, { ...line, forgottenAt: '2026-02-01T00:00:00.000000Z' }]);
  const wrote = (createdAt: string) => isForgotten(since, { authorId: '4001', createdAt });
  expect([wrote('2026-02-05T12:00:00.000Z'), wrote('2026-02-05T12:00:00.001Z')]).toEqual([true, false]);
  expect(isForgotten(since, { authorId: '4002', createdAt: '2026-01-01T00:00:00.000Z' })).toBe(false);
});
