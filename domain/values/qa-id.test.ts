import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareQaIds,
  isQaId,
  nextMicrosecond,
  qaIdFromTimestamp,
  timestampFromDate,
  timestampFromQaId,
} from './qa-id.ts';

const dates = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

test('a timestamp and its id give each other', () => {
  expect(qaIdFromTimestamp('2026-02-01T03:10:56.228000Z')).toBe('qa_20260201_031056.228000');
  expect(qaIdFromTimestamp('2026-02-01T03:10:56Z')).toBe('qa_20260201_031056');
  expect(timestampFromQaId('qa_20260201_031056.228000')).toBe('2026-02-01T03:10:56.228000Z');
  expect(timestampFromQaId('qa_20260201_031056')).toBe('2026-02-01T03:10:56Z');
});

test('every date survives the way through timestamp and id', () => {
  fc.assert(
    fc.property(dates, (date) => {
      const id = qaIdFromTimestamp(timestampFromDate(date));
      expect(isQaId(id)).toBe(true);
      expect(Date.parse(timestampFromQaId(id))).toBe(date.getTime());
    }),
  );
});

test.each([
  'qa_20260230_031056',
  'qa_20250229_031056',
  'qa_20261301_031056',
  'qa_20260201_241056',
  'qa_20260201_240000',
  'qa_20260201_036056',
  'qa_20260201_031060',
  'qa_20260201_031056.',
  ' qa_20260201_031056',
  'qa_20260201_031056\n',
  'qa_20260201T031056',
  'QA_20260201_031056',
  '',
])('%j is no qa_id', (text) => {
  expect(isQaId(text)).toBe(false);
});

test('the leap day of a leap year is in an id', () => {
  expect(isQaId('qa_20240229_000000')).toBe(true);
});

test.each(['2026-02-30T00:00:00Z', '2026-02-01 03:10:56Z', '2026-02-01T03:10:56+00:00', ''])(
  'the malformed timestamp %j is refused',
  (timestamp) => {
    expect(() => qaIdFromTimestamp(timestamp)).toThrow(RangeError);
    expect(() => nextMicrosecond(timestamp)).toThrow(RangeError);
  },
);

test('a fraction that somebody else wrote has any number of digits, and stands at its time', () => {
  const timestamp = '2026-02-01T03:10:56.2281234567Z';
  const id = 'qa_20260201_031056.2281234567';
  expect([qaIdFromTimestamp(timestamp), timestampFromQaId(id)]).toEqual([id, timestamp]);
  expect(nextMicrosecond('2026-02-01T03:10:56.5Z')).toBe('2026-02-01T03:10:56.500001Z');
  expect(nextMicrosecond(timestamp)).toBe('2026-02-01T03:10:56.228124Z');
  const sorted = ['qa_20260201_031056.22', 'qa_20260201_031056.228', id, 'qa_20260201_031056.3'] as const;
  expect(sorted.toReversed().toSorted(compareQaIds)).toEqual(sorted);
  expect(compareQaIds('qa_20260201_031056.5', 'qa_20260201_031056.500000')).toBe(0);
});

test('ids sort by time, and one without a fraction stands at its second', () => {
  const sorted = ['qa_20260201_031055.999999', 'qa_20260201_031056', 'qa_20260201_031056.000001'] as const;
  expect([sorted[2], sorted[0], sorted[1]].toSorted(compareQaIds)).toEqual(sorted);
  expect(compareQaIds('qa_20260201_031056', 'qa_20260201_031056.000000')).toBe(0);
});

test.each([
  ['2026-02-01T03:10:56Z', '2026-02-01T03:10:56.000001Z'],
  ['2026-02-01T03:10:56.000009Z', '2026-02-01T03:10:56.000010Z'],
  ['2026-12-31T23:59:59.999999Z', '2027-01-01T00:00:00.000000Z'],
])('the microsecond after %s is %s', (timestamp, next) => {
  expect(nextMicrosecond(timestamp)).toBe(next);
});

test('the last microsecond of year 9999 has no next one', () => {
  expect(() => nextMicrosecond('9999-12-31T23:59:59.999999Z')).toThrow(RangeError);
});

test('the next microsecond is always the later id', () => {
  fc.assert(
    fc.property(dates, (date) => {
      const timestamp = timestampFromDate(date);
      expect(compareQaIds(qaIdFromTimestamp(timestamp), qaIdFromTimestamp(nextMicrosecond(timestamp)))).toBe(
        -1,
      );
    }),
  );
});

test('a date has six digits of a fraction', () => {
  expect(timestampFromDate(new Date('2026-02-01T03:10:56.228Z'))).toBe('2026-02-01T03:10:56.228000Z');
});

test('a date that no timestamp can name is refused', () => {
  expect(() => timestampFromDate(new Date(Number.NaN))).toThrow(RangeError);
  expect(() => timestampFromDate(new Date(8.64e15))).toThrow(RangeError);
});
