import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { createIntakeCursors } from './intake-cursors.ts';

async function open() {
  const clock = { now: new Date('2026-02-01T00:00:00Z') };
  const db = await testDatabase();
  return { clock, cursors: createIntakeCursors(db, () => clock.now) };
}

it('moves a cursor forward, never back, also past a power of ten', async () => {
  const { cursors } = await open();
  expect(await cursors.cursor('1')).toBeNull();
  for (const id of ['998', '1001', '999', '1000']) await cursors.moveCursor('1', id);
  expect(await cursors.cursor('1')).toBe('1001');
  expect(await cursors.cursor('2')).toBeNull();
});

it('remembers where a channel began', async () => {
  const { cursors } = await open();
  expect(await cursors.beginning('1', '500')).toBe('500');
  await cursors.moveCursor('1', '600');
  expect(await cursors.beginning('1', '700')).toBe('500');
  expect(await cursors.cursor('1')).toBe('600');
});

it('names the locations where something was left, once each, as long as the time asked for goes back', async () => {
  const { cursors, clock } = await open();
  for (const locationId of ['1', '2', '1']) await cursors.noteMissed(locationId);
  expect(await cursors.missedSince(clock.now)).toEqual(['1', '2']);
  const noted = clock.now;
  clock.now = new Date('2026-02-02T00:00:00Z');
  expect(await cursors.missedSince(clock.now)).toEqual([]);
  await cursors.noteMissed('2');
  expect(await cursors.missedSince(clock.now)).toEqual(['2']);
  expect(await cursors.missedSince(noted)).toEqual(['1', '2']);
});
