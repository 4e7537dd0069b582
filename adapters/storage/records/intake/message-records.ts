import type { Message } from '../../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../../domain/ports/records.ts';
import { all, chunked, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { holdsErased } from '../team/person-records.ts';
import { purgingExpired } from '../operations/purge-expired.ts';

/** How long a deletion of a message that never came is remembered: deliveries do not come in order. */
const deletionDays = 30;

export const createMessageRecords = (
  database: Database,
  now: () => Date,
  purge = purgingExpired('messages'),
): MessageRecords => ({
  saveMessage: (message, expiresAt) =>
    database.write(
      function* () {
        yield* purge(now());
        if (yield* holdsErased([message])) return;
        const row = {
          id: message.id,
          author_id: message.author.id,
          edited_at: message.editedAt ?? '',
          body: JSON.stringify(message),
          expires_at: expiresAt.getTime(),
        };
        yield* run(
          tables
            .insertInto('messages')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .column('id')
                .doUpdateSet((set) => ({
                  edited_at: set.ref('excluded.edited_at'),
                  body: set.ref('excluded.body'),
                  expires_at: set
                    .case()
                    .when('messages.expires_at', '>', set.ref('excluded.expires_at'))
                    .then(set.ref('messages.expires_at'))
                    .else(set.ref('excluded.expires_at'))
                    .end(),
                }))
                .where('messages.body', 'is not', null)
                .whereRef('excluded.edited_at', '>=', 'messages.edited_at'),
            ),
        );
      },
      [`message ${message.id}`],
    ),

  markDeleted: (messageId) =>
    database.write(
      function* () {
        const forgetAt = now().getTime() + deletionDays * 86_400_000;
        yield* run(
          tables
            .insertInto('messages')
            .values({ id: messageId, author_id: null, edited_at: '', body: null, expires_at: forgetAt })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: null, author_id: null })),
        );
      },
      [`message ${messageId}`],
    ),

  deletedMessages: (ids) =>
    database.read(function* () {
      const deleted = new Set<string>();
      for (const some of chunked(ids)) {
        const found = tables
          .selectFrom('messages')
          .select('id')
          .where('id', 'in', some)
          .where('body', 'is', null);
        for (const { id } of yield* all(found)) deleted.add(id);
      }
      return ids.filter((id) => deleted.has(id));
    }),

  messages: (ids) =>
    database.read(function* () {
      const found = new Map<string, Message>();
      for (const some of chunked(ids)) {
        const rows = yield* all(
          tables
            .selectFrom('messages')
            .select(['id', 'body'])
            .where('id', 'in', some)
            .where('expires_at', '>', now().getTime()),
        );
        for (const { id, body } of rows) if (body !== null) found.set(id, JSON.parse(body) as Message);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    }),
});
