import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { purgeRecords } from '../purge-records.ts';
import { createIntakeCursors } from './intake-cursors.ts';

async function open() {
  const clock = { now: new Date('2026-02-01T00:00:00Z') };
  const db = await testDatabase();
  const purge = () => db.write((trx) => purgeRecords(trx, clock.now));
  return { clock, purge, cursors: createIntakeCursors(db, () => clock.now) };
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
  expect(await cursors.beginning('1', '700')).toBe('500');
});

it('forgets the cursors of locations where nothing was said for two months', async () => {
  const { cursors, clock, purge } = await open();
  await cursors.moveCursor('1', '10');
  clock.now = new Date('2026-03-31T00:00:00Z');
  await cursors.moveCursor('2', '20');
  await purge();
  expect(await cursors.cursor('1')).toBe('10');
  clock.now = new Date('2026-04-03T00:00:00Z');
  await purge();
  expect([await cursors.cursor('1'), await cursors.cursor('2')]).toEqual([null, '20']);
});

it('names the locations where something was left, once each, as long as the time asked for goes back', async () => {
  const { cursors, clock, purge } = await open();
  for (const locationId of ['1', '2', '1']) await cursors.noteMissed(locationId);
  expect(await cursors.missedSince(clock.now)).toEqual(['1', '2']);
  const noted = clock.now;
  clock.now = new Date('2026-02-02T00:00:00Z');
  expect(await cursors.missedSince(clock.now)).toEqual([]);
  await cursors.noteMissed('2');
  expect(await cursors.missedSince(clock.now)).toEqual(['2']);
  clock.now = new Date('2026-04-30T00:00:00Z');
  await cursors.noteMissed('3');
  await purge();
  expect(await cursors.missedSince(noted)).toEqual(['3']);
});
