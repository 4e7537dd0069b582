import { sql } from 'kysely';
import type { MessageRouting, SnapshotRecords } from '../../../../domain/ports/records.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import { messagesIn, snapshotExpiry, type Snapshot } from '../../../../domain/intake/snapshot.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { find, remove, update, upsert, valueOf, values } from '../../database/rows.ts';
import { all, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { holdsErased, unlessForgotten } from '../../retracted-and-erased.ts';

export const createSnapshotRecords = (
  database: Database,
  now: () => Date,
  purge = purging('snapshots', 'expiresAt'),
): SnapshotRecords => ({
  routingOf: (messageIds) => database.read(() => handledMessages(messageIds)),

  claim: ({ owner, messageIds, snapshot, seen = snapshot?.batch ?? [], reason }) =>
    database.write(
      function* () {
        const ids = [...new Set(messageIds)];
        if ((yield* handledMessages(ids)).some(({ state }) => state !== 'unhandled')) return false;
        // Messages that were edited or deleted meanwhile have to be gathered again.
        if (yield* hasChangedSince(seen)) return false;
        if (snapshot && !(yield* save(snapshot, now()))) return false;
        yield* purge(now());
        const handled = {
          owner,
          snapshotId: snapshot?.id ?? null,
          route: snapshot?.route ?? null,
          reason,
        };
        const rows = ids.map((id) => ({ messageId: id, ...handled }));
        if (rows.length > 0) yield* run(tables.insertInto('handled_messages').values(rows));
        return true;
      },
      [...messageIds, ...seen.map(({ id }) => id)].map((id) => `message ${id}` as const),
    ),

  releaseIgnored: (messageId) =>
    database.write(
      function* () {
        const [routing] = yield* handledMessages([messageId]);
        if (routing?.state !== 'ignored') return false;
        yield* remove('handled_messages', { messageId });
        return true;
      },
      [`message ${messageId}`],
    ),

  saveSnapshot: (snapshot) =>
    database.write(
      function* () {
        yield* purge(now());
        return yield* save(snapshot, now());
      },
      [`message ${snapshot.id}`],
    ),

  unlessForgotten: (work) => unlessForgotten(database, work),

  snapshot: (id) =>
    database.read(function* () {
      const row = yield* find('snapshots', { id }, ['body', 'expiresAt']);
      return row && isCurrent(row, now()) ? (JSON.parse(row.body) as Snapshot) : null;
    }),

  progress: (id) => database.read(() => valueOf('snapshots', { id }, 'progress')),

  saveProgress: (id, progress) => database.write(() => writeProgress(id, progress), [`message ${id}`]),
});

/** For use inside a larger section. */
export function* writeProgress(id: string, json: string): Section<void> {
  yield* update('snapshots', { id }, { progress: json });
}

/** Returns false and writes nothing if a person in it was erased while it was gathered. */
function* save(snapshot: Snapshot, now: Date): Section<boolean> {
  if (yield* holdsErased(messagesIn(snapshot))) return false;
  const row = {
    id: snapshot.id,
    body: JSON.stringify(snapshot),
    expiresAt: snapshotExpiry(now).getTime(),
  };
  yield* upsert('snapshots', row);
  return true;
}

function* handledMessages(ids: readonly string[]): Section<readonly MessageRouting[]> {
  if (ids.length === 0) return [];
  const rows = yield* all(tables.selectFrom('handled_messages').selectAll().where('messageId', 'in', ids));
  const known = new Map(rows.map((row) => [row.messageId, row]));
  return ids.map((messageId): MessageRouting => {
    const row = known.get(messageId);
    if (!row) return { messageId, state: 'unhandled' };
    const { owner, snapshotId, reason } = row;
    if (snapshotId === null) return { messageId, state: 'ignored', reason };
    return { messageId, state: 'handed_over', owner, snapshotId, route: row.route as Snapshot['route'] };
  });
}

function* hasChangedSince(batch: readonly Message[]): Section<boolean> {
  if (batch.length === 0) return false;
  const ids = batch.map(({ id }) => id);
  const rows = yield* all(
    tables
      .selectFrom('messages')
      .select((select) => ['id', 'editedAt', select('body', 'is', null).as('deleted')])
      .where('id', 'in', ids),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return batch.some(({ id, editedAt }) => {
    const row = known.get(id);
    return row !== undefined && (Boolean(row.deleted) || row.editedAt > (editedAt ?? ''));
  });
}

/** Snapshots whose text contains this id. The caller checks them closely. */
export function* snapshotsNaming(id: string): Section<readonly Snapshot[]> {
  const bodies = yield* values(
    tables
      .selectFrom('snapshots')
      .select('body')
      .where(sql<boolean>`body LIKE ${`%${JSON.stringify(id)}%`}`),
  );
  return bodies.map((body) => JSON.parse(body) as Snapshot);
}
