import type { Message } from '../../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../../domain/ports/records.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { list, valuesOf } from '../../database/rows.ts';
import { run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { holdsErased } from '../../retracted-and-erased.ts';

/** How long the deletion of an unknown message is remembered; it may be delivered before the message. */
const deletionDays = 30;

/** Until when a deletion is remembered, in milliseconds since 1970. */
export const deletionExpiry = (deletedAt: number): number => deletedAt + deletionDays * 86_400_000;

export const createMessageRecords = (
  database: Database,
  now: () => Date,
  purge = purging('messages', 'expiresAt'),
): MessageRecords => ({
  saveMessage: (message, expiresAt) =>
    database.write(
      function* () {
        yield* purge(now());
        if (!(yield* holdsErased([message]))) yield* save(message, expiresAt);
      },
      [`message ${message.id}`],
    ),

  markDeleted: (messageId) =>
    database.write(
      function* () {
        const forgetAt = deletionExpiry(now().getTime());
        yield* run(
          tables
            .insertInto('messages')
            .values({ id: messageId, authorId: null, editedAt: '', body: null, expiresAt: forgetAt })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: null, authorId: null })),
        );
      },
      [`message ${messageId}`],
    ),

  deletedMessages: (ids) =>
    database.read(function* () {
      const deleted = new Set(yield* valuesOf('messages', { id: ids, body: null }, 'id'));
      return ids.filter((id) => deleted.has(id));
    }),

  messages: (ids) =>
    database.read(function* () {
      const rows = yield* list('messages', { id: ids }, ['id', 'body', 'expiresAt']);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row?.body && isCurrent(row, now()) ? (JSON.parse(row.body) as Message) : [];
      });
    }),
});

/** Keeps a deletion, a newer text, and the later of two expiries. */
function* save(message: Message, expiresAt: Date): Section<void> {
  const row = {
    id: message.id,
    authorId: message.author.id,
    editedAt: message.editedAt ?? '',
    body: JSON.stringify(message),
    expiresAt: expiresAt.getTime(),
  };
  yield* run(
    tables
      .insertInto('messages')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((set) => ({
            editedAt: set.ref('excluded.editedAt'),
            body: set.ref('excluded.body'),
            expiresAt: set
              .case()
              .when('messages.expiresAt', '>', set.ref('excluded.expiresAt'))
              .then(set.ref('messages.expiresAt'))
              .else(set.ref('excluded.expiresAt'))
              .end(),
          }))
          .where('messages.body', 'is not', null)
          .whereRef('excluded.editedAt', '>=', 'messages.editedAt'),
      ),
  );
}
