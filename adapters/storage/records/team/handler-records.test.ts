import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { createRecords } from '../records.ts';

const start = new Date('2026-02-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

async function open() {
  const clock = { now: start };
  const db = await testDatabase();
  return { db, clock, records: createRecords(db, () => clock.now) };
}

describe('pauses and what is posted once', () => {
  it('keeps the pause of a channel when the one of everywhere is taken back', async () => {
    const { records } = await open();
    const since = start.toISOString();
    await records.pause({ channelId: null, since });
    await records.pause({ channelId: 'help', since });
    await records.resume(null);
    expect(await records.pauses()).toEqual([{ channelId: 'help', since }]);
  });

  it('has one salt for the addresses of visitors, whoever asks for it first', async () => {
    const { db, records } = await open();
    const [first, second] = await Promise.all([records.visitorSalt(), records.visitorSalt()]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/u);
    expect(second).toBe(first);
    expect(await createRecords(db, () => start).visitorSalt()).toBe(first);
  });

  it('remembers the first post of a cause, and a token until it expires', async () => {
    const { clock, records } = await open();
    await records.rememberPostFor('help/5', '7');
    await records.rememberPostFor('help/5', '8');
    expect(await records.postFor('help/5')).toBe('7');
    await records.saveResponse({ messageId: 'ask-1', token: 'secret', expiresAt: later(900) });
    expect(await records.responseToken('ask-1')).toBe('secret');
    clock.now = later(900);
    expect(await records.responseToken('ask-1')).toBeNull();
  });
});
