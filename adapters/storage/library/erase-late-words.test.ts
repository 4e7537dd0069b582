import { describe, expect, it } from 'vitest';
import type { Message } from '../../../domain/intake/message.ts';
import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import { withoutErased } from '../../../domain/team/erasures-file.ts';
import { entry, openIn, testFolder, testNow } from '../../../test/support/storage/test-store.ts';
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

describe('a message of another person that went with the words it repeats', () => {
  const answer = message(2, { author: author('maya', 'team_member'), text: 'Restring the xylophone' });
  const asked = (id: string, history: readonly Message[]) =>
    newSnapshot({
      id,
      route: 'reply',
      conversationId: id,
      batch: [message(9, { author: author('ben') })],
      history,
    });

  async function erased() {
    const { records, erasure, library } = await openIn(testFolder(), { now: () => now });
    const turns = [
      { label: 'User', text: 'My xylophone breaks' },
      { label: 'Team', text: answer.text },
    ] as const;
    const { qaId } = await library.appendRaw(entry(1, { turns, messageIds: ['1001', answer.id] }), testNow);
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId, authorIds: ['anna', 'maya'] });
    await records.saveSnapshot(asked('7', [answer]));
    const before = (await records.snapshot('7')) ?? asked('7', []);
    await erasure.erase({ userId: 'anna' });
    return { records, library, before };
  }

  it('comes back neither late nor with a snapshot that was read before', async () => {
    const { records, before } = await erased();
    await records.saveMessage(answer, new Date('2036-01-01'));
    expect(await records.messages([answer.id])).toEqual([]);
    expect(await records.saveSnapshot(before)).toBe(false);
    expect((await records.snapshot('7'))?.history).toMatchObject([{ text: '' }]);
  });

  it('is left out of what is gathered, and the snapshots that have lost it are saved as they are', async () => {
    const { records, library } = await erased();
    const since = await library.erasedSince();
    const others = asked('7', []).batch;
    expect(withoutErased(since, [answer, ...others])).toEqual(others);
    const left = (await records.snapshot('7')) ?? asked('7', [answer]);
    expect(await records.saveSnapshot(left)).toBe(true);
  });
});
