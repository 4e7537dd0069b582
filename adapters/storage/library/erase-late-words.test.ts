import { expect, it } from 'vitest';
import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';

const now = new Date('2026-02-04T12:00:00Z');
const createdAt = '2026-02-04T12:00:05.000Z';
const late = message(5, { author: author('anna'), text: 'I am Anna', createdAt });

it.each(['snapshot', 'message', 'row'])(
  'what is kept of a person goes although it is dated after the clock of the store, and comes back no more: a %s',
  async (kind) => {
    const { records, erasure } = await openIn(testFolder(), { now: () => now });
    const snapshot = newSnapshot({ id: late.id, route: 'reply', conversationId: '5', batch: [late] });
    const row = replyRecord(late.id, { authorId: 'anna', question: late.text, createdAt });
    const expiresAt = new Date('2036-01-01');
    if (kind === 'snapshot') await records.saveSnapshot(snapshot);
    if (kind === 'message') await records.saveMessage(late, expiresAt);
    if (kind === 'row') await records.insertReplyRecord(row);
    await erasure.erase({ userId: 'anna' });
    await records.saveMessage(late, expiresAt);
    const kept = [await records.snapshot(late.id), await records.replyRecord(late.id)];
    expect(JSON.stringify([kept, await records.messages([late.id])])).not.toContain(late.text);
    expect(await records.saveSnapshot(snapshot)).toBe(false);
  },
);
