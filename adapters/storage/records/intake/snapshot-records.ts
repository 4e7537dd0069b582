import type { MessageRouting, SnapshotRecords } from '../../../../domain/ports/records.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import { messagesIn, snapshotExpiry, type Snapshot } from '../../../../domain/intake/snapshot.ts';
import { isCurrent } from '../purge-records.ts';
import { find, list, remove, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { holdsErased, unlessForgotten } from '../../retracted-and-erased.ts';

export const createSnapshotRecords = (database: Database, now: () => Date): SnapshotRecords => ({
  routingOf: (messageIds) => database.read((trx) => handledMessages(trx, messageIds)),

  claim: ({ owner, messageIds, snapshot, seen = snapshot?.batch ?? [], reason }) =>
    database.write(async (trx) => {
      const ids = [...new Set(messageIds)];
      if ((await handledMessages(trx, ids)).some(({ state }) => state !== 'unhandled')) return false;
      // Messages that were edited or deleted meanwhile have to be gathered again.
      if (await hasChangedSince(trx, seen)) return false;
      if (snapshot && !(await save(trx, snapshot, now()))) return false;
      const handled = {
        owner,
        snapshotId: snapshot?.id ?? null,
        route: snapshot?.route ?? null,
        reason,
      };
      const rows = ids.map((id) => ({ messageId: id, ...handled }));
      if (rows.length > 0) await trx.insertInto('handled_messages').values(rows).execute();
      return true;
    }),

  releaseIgnored: (messageId) =>
    database.write(async (trx) => {
      const [routing] = await handledMessages(trx, [messageId]);
      if (routing?.state !== 'ignored') return false;
      await remove(trx, 'handled_messages', { messageId });
      return true;
    }),

  saveSnapshot: (snapshot) => database.write((trx) => save(trx, snapshot, now())),

  unlessForgotten: (work) => unlessForgotten(database, work),

  snapshot: (id) =>
    database.read(async (trx) => {
      const row = await find(trx, 'snapshots', { id }, ['body', 'expiresAt']);
      return row && isCurrent(row, now()) ? row.body : null;
    }),
});

/** Returns false and writes nothing if a person in it was erased while it was gathered. */
async function save(trx: Transaction, snapshot: Snapshot, now: Date): Promise<boolean> {
  if (await holdsErased(trx, messagesIn(snapshot))) return false;
  const expiresAt = snapshotExpiry(now).getTime();
  await upsert(trx, 'snapshots', { id: snapshot.id, body: snapshot, expiresAt });
  return true;
}

async function handledMessages(trx: Transaction, ids: readonly string[]): Promise<readonly MessageRouting[]> {
  const rows = await trx.selectFrom('handled_messages').selectAll().where('messageId', 'in', ids).execute();
  const rowsById = new Map(rows.map((row) => [row.messageId, row]));
  return ids.map((messageId): MessageRouting => {
    const row = rowsById.get(messageId);
    if (!row) return { messageId, state: 'unhandled' };
    const { owner, snapshotId, reason } = row;
    if (snapshotId === null) return { messageId, state: 'ignored', reason };
    return { messageId, state: 'handed_over', owner, snapshotId, route: row.route as Snapshot['route'] };
  });
}

async function hasChangedSince(trx: Transaction, batch: readonly Message[]): Promise<boolean> {
  const ids = batch.map(({ id }) => id);
  const rows = await list(trx, 'messages', { id: ids }, ['id', 'editedAt', 'body']);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return batch.some(({ id, editedAt }) => {
    const row = rowsById.get(id);
    return row !== undefined && (row.body === null || row.editedAt > (editedAt ?? ''));
  });
}
