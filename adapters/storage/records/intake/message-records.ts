import type { Message } from '../../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../../domain/ports/records.ts';
import { purging } from '../../database/purging.ts';
import { allAmong, list } from '../../database/rows.ts';
import { run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { holdsErased } from '../team/person-records.ts';

/** How long a deletion of a message that never came is remembered: deliveries do not come in order. */
const deletionDays = 30;

export const createMessageRecords = (
  database: Database,
  now: () => Date,
  purge = purging('messages', 'expires_at'),
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
      const rows = yield* list('messages', { id: ids, body: null }, ['id']);
      const deleted = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => deleted.has(id));
    }),

  messages: (ids) =>
    database.read(function* () {
      const rows = yield* allAmong(ids, (some) =>
        tables
          .selectFrom('messages')
          .select(['id', 'body'])
          .where('id', 'in', some)
          .where('expires_at', '>', now().getTime()),
      );
      const bodies = new Map(rows.map(({ id, body }) => [id, body]));
      return ids.flatMap((id) => {
        const body = bodies.get(id) ?? null;
        return body === null ? [] : (JSON.parse(body) as Message);
      });
    }),
});
