import type { Message } from '../../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../../domain/ports/records.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { find, list, upsert, valuesOf } from '../../database/rows.ts';
import { run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { holdsErased } from '../../retracted-and-erased.ts';

/** How long the deletion of an unknown message is remembered; it may be delivered before the message. */
const deletionDays = 30;

/** Until when a deletion is remembered, in milliseconds since 1970. */
const deletionExpiry = (deletedAt: number): number => deletedAt + deletionDays * 86_400_000;

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
      const byId = new Map((yield* keptIn(ids, now())).map((versions) => [versions[0].id, versions[0]]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    }),

  messageVersions: (ids) =>
    database.read(function* () {
      return (yield* keptIn(ids, now())).flat();
    }),
});

type Versions = readonly [Message, ...Message[]];

/** A message as the column `body` keeps it: its versions, the newest first. */
export const versionsIn = (body: string): Versions => JSON.parse(body) as Versions;

function* keptIn(ids: readonly string[], now: Date): Section<readonly Versions[]> {
  const rows = yield* list('messages', { id: ids }, ['body', 'expiresAt']);
  return rows.flatMap((row) => (row.body && isCurrent(row, now) ? [versionsIn(row.body)] : []));
}

const editTime = ({ editedAt }: Message): string => editedAt ?? '';

/** More edits than anybody needs. Of a message with more, the oldest versions go, and with them what the team may have seen. */
const maxVersions = 10;

/** Keeps a deletion, every version in whatever order they come, and the later of two expiries. */
function* save(message: Message, expiresAt: Date): Section<void> {
  const { id, author } = message;
  const row = yield* find('messages', { id }, ['body', 'expiresAt']);
  if (row?.body === null) return;
  const others = row ? versionsIn(row.body).filter(({ editedAt }) => editedAt !== message.editedAt) : [];
  const versions = [message, ...others].toSorted((a, b) => (editTime(a) < editTime(b) ? 1 : -1));
  yield* upsert('messages', {
    id,
    authorId: author.id,
    editedAt: editTime(versions[0] ?? message),
    body: JSON.stringify(versions.slice(0, maxVersions)),
    expiresAt: Math.max(expiresAt.getTime(), row?.expiresAt ?? 0),
  });
}
