import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareIds } from '../../domain/intake/message.ts';
import { snowflakeTime } from '../../domain/values/snowflake.ts';
import { nextSnowflake } from './snowflake.ts';

const time = fc.date({
  min: new Date('2015-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('an id holds its millisecond as an id of Discord does', () => {
  // The example of Discord's own documentation.
  expect(snowflakeTime('175928847299117063').toISOString()).toBe('2016-04-30T11:18:25.796Z');
  const now = new Date('2026-02-01T03:10:56.228Z');
  expect(snowflakeTime(nextSnowflake({ last: null, now }))).toEqual(now);
});

test('ids grow, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(time, { maxLength: 50 }), (times) => {
      const ids: string[] = [];
      for (const now of times) ids.push(nextSnowflake({ last: ids.at(-1) ?? null, now }));
      expect(ids.toSorted(compareIds)).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
