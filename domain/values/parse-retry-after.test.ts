import { expect, it } from 'vitest';
import { parseRetryAfter } from './parse-retry-after.ts';

const now = new Date('1994-11-06T08:48:07Z');

it.each([
  ['7.5', 7.5],
  [' 120 ', 120],
  ['-30', -30],
  ['20s', 20],
  ['5, 10', 5],
  ['soon 5', null],
  ['1e3', null],
  ['', null],
  [null, null],
])('of %j is a wait of %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994 GMT'])(
  'of %j is the time until then',
  (date) => {
    expect(parseRetryAfter(date, now)).toBe(90);
  },
);
