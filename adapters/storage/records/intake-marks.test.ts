import { expect, it } from 'vitest';
import { openDatabase } from '../sqlite/open-database.ts';
import { createIntakeMarks } from './intake-marks.ts';

const open = (clock = { now: new Date('2026-02-01T00:00:00Z') }) => ({
  clock,
  marks: createIntakeMarks(openDatabase(':memory:'), () => clock.now),
});

it('moves a mark forward, never back, also past a power of ten', async () => {
  const { marks } = open();
  expect(await marks.mark('1')).toBeNull();
  for (const id of ['998', '1001', '999', '1000']) await marks.moveMark('1', id);
  expect(await marks.mark('1')).toBe('1001');
  expect(await marks.mark('2')).toBeNull();
});

it('remembers where a channel began', async () => {
  const { marks } = open();
  expect(await marks.beginning('1', '500')).toBe('500');
  expect(await marks.beginning('1', '700')).toBe('500');
});

it('forgets the marks of places where nothing was said for two months', async () => {
  const { marks, clock } = open();
  await marks.moveMark('1', '10');
  clock.now = new Date('2026-03-31T00:00:00Z');
  await marks.moveMark('2', '20');
  expect(await marks.mark('1')).toBe('10');
  clock.now = new Date('2026-04-03T00:00:00Z');
  await marks.moveMark('2', '30');
  expect(await marks.mark('1')).toBeNull();
});

it('names the places where something was left, once each, as long as the time asked for goes back', async () => {
  const { marks, clock } = open();
  for (const placeId of ['1', '2', '1']) await marks.noteGap(placeId);
  expect(await marks.gapsSince(clock.now)).toEqual(['1', '2']);
  const noted = clock.now;
  clock.now = new Date('2026-02-02T00:00:00Z');
  expect(await marks.gapsSince(clock.now)).toEqual([]);
  await marks.noteGap('2');
  expect(await marks.gapsSince(clock.now)).toEqual(['2']);
  clock.now = new Date('2026-04-30T00:00:00Z');
  await marks.noteGap('3');
  expect(await marks.gapsSince(noted)).toEqual(['3']);
});
