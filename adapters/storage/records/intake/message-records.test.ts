import { describe, expect, it } from 'vitest';
import { message } from '../../../../test/support/values/messages.ts';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { purgeRecords } from '../purge-records.ts';
import { createMessageRecords } from './message-records.ts';

const start = new Date('2026-02-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** Records at a clock that the test moves. */
async function open() {
  const clock = { now: start };
  const db = await testDatabase();
  return { db, clock, records: createMessageRecords(db, () => clock.now) };
}

describe('messages', () => {
  const edited = message(1, { text: 'edited', editedAt: '2026-02-01T00:01:00.000Z' });

  it('come back in the order asked for, unknown ones left out', async () => {
    const { records } = await open();
    for (const id of [1, 2]) await records.saveMessage(message(id), later(60));
    expect(await records.messages(['1002', '9', '1001'])).toEqual([message(2), message(1)]);
  });

  it('keep their newest edit, in whatever order edits come', async () => {
    const { records } = await open();
    await records.saveMessage(edited, later(60));
    await records.saveMessage(message(1), later(60));
    expect(await records.messages(['1001'])).toEqual([edited]);
  });

  it('keep what they were before each edit, in whatever order edits come, until they are deleted', async () => {
    const { records } = await open();
    await records.saveMessage(edited, later(60));
    await records.saveMessage(message(1), later(60));
    await records.saveMessage({ ...edited, link: 'chat://preview' }, later(60));
    expect(await records.messageVersions(['1001'])).toEqual([
      { ...edited, link: 'chat://preview' },
      message(1),
    ]);
    await records.markDeleted('1001');
    expect(await records.messageVersions(['1001'])).toEqual([]);
  });

  it('stay deleted, even when the deletion came first', async () => {
    const { records } = await open();
    await records.markDeleted('1001');
    await records.saveMessage(message(1), later(60));
    await records.saveMessage(message(2), later(60));
    await records.markDeleted('1002');
    await records.saveMessage(message(2), later(60));
    expect(await records.messages(['1001', '1002'])).toEqual([]);
  });

  it('are gone from the file when deleted', async () => {
    const { records, db } = await open();
    await records.saveMessage(message(1), later(60));
    await records.markDeleted('1001');
    expect(await db.read((trx) => trx.selectFrom('messages').select('body').execute())).toEqual([
      { body: null },
    ]);
  });

  it('are not seen once expired', async () => {
    const { records, clock } = await open();
    await records.saveMessage(message(1), later(60));
    clock.now = later(60);
    expect(await records.messages(['1001'])).toEqual([]);
  });

  it('are purged when expired, a bounded number at a time', async () => {
    const { db } = await open();
    await db.write(async (trx) => {
      const rows = Array.from({ length: 1_250 }, (_, id) => ({
        id: `${id}`,
        authorId: null,
        editedAt: '',
        body: null,
        expiresAt: later(60).getTime(),
      }));
      for (const row of rows) await trx.insertInto('messages').values(row).execute();
    });
    const left = async () =>
      (await db.read((trx) => trx.selectFrom('messages').select('id').execute())).length;
    const purge = () => db.write((trx) => purgeRecords(trx, later(61)));
    await purge();
    expect(await left()).toBe(250);
    await purge();
    expect(await left()).toBe(0);
  });
});
