import { expect, test } from 'vitest';
import { erasedSince, formatErasure, isErased, parseErasures } from './erasures-file.ts';

const line = {
  userId: '4001',
  erasedAt: '2026-02-05T12:00:00.000000Z',
  entries: [
    { qaId: 'qa_20260201_000001', messageIds: null },
    { qaId: 'qa_20260201_000002', messageIds: ['21', '23'] },
  ],
} as const;

test('what is written is read back', () => {
  expect(parseErasures(formatErasure(line))).toEqual({ values: [line], problems: [] });
});

test('a torn last line and one that is none are named by their numbers, and the others count', () => {
  const text = `nonsense\n${formatErasure(line)}${formatErasure(line).slice(0, 30)}`;
  const { values, problems } = parseErasures(text);
  expect([values, problems.map((one) => one.line)]).toEqual([[line], [1, 3]]);
});

test('what a person wrote until then is erased, and what they write afterwards counts', () => {
  const since = erasedSince([line, { ...line, erasedAt: '2026-02-01T00:00:00.000000Z' }]);
  const wrote = (createdAt: string) => isErased(since, { authorId: '4001', createdAt });
  expect([wrote('2026-02-05T12:00:00.000Z'), wrote('2026-02-05T12:00:00.001Z')]).toEqual([true, false]);
  expect(isErased(since, { authorId: '4002', createdAt: '2026-01-01T00:00:00.000Z' })).toBe(false);
});
