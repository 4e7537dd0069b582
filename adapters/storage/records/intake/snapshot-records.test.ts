import { describe, expect, it } from 'vitest';
import { newSnapshot } from '../../../../domain/intake/snapshot.ts';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';
import { author, message } from '../../../../test/support/values/messages.ts';

const erasedAt = new Date('2026-02-02T00:00:00Z');

const question = message(1, { author: author('ben') });
const ofAnna = message(2, { author: author('anna'), text: 'I am Anna' });
const afterwards = { ...ofAnna, createdAt: '2026-02-03T00:00:00.000Z' };
const snapshotOf = (over: Partial<Parameters<typeof newSnapshot>[0]>) =>
  newSnapshot({ id: '9', route: 'reply', conversationId: 'reply_9', batch: [question], ...over });

/** A store that Anna is erased from. */
async function open() {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  return { records, erase: () => erasure.erase({ userId: 'anna' }) };
}

describe('a snapshot of what an erased person wrote before', () => {
  it.each([
    ['as the question', snapshotOf({ batch: [ofAnna] })],
    ['in the history', snapshotOf({ history: [ofAnna] })],
    ['beside the question', snapshotOf({ others: [ofAnna] })],
  ])('is not saved, with a claim or without: %s', async (_, snapshot) => {
    const { records, erase } = await open();
    await erase();
    const claim = { owner: 'run', messageIds: ['1'], snapshot, reason: 'reply' };
    expect(await records.claim(claim)).toBe(false);
    expect(await records.saveSnapshot(snapshot)).toBe(false);
    expect(await records.snapshot(snapshot.id)).toBeNull();
    expect(await records.routingOf(['1'])).toEqual([{ messageId: '1', state: 'unhandled' }]);
  });

  it('leaves what they write afterwards to be saved', async () => {
    const { records, erase } = await open();
    await erase();
    const snapshot = snapshotOf({ batch: [afterwards] });
    expect(await records.saveSnapshot(snapshot)).toBe(true);
    expect(await records.snapshot(snapshot.id)).toEqual(snapshot);
  });
});
