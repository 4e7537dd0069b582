import type { Message } from '../../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../../domain/ports/records.ts';
import { isCurrent } from '../purge-records.ts';
import { find, list, upsert, valuesOf } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { holdsErased } from '../../retracted-and-erased.ts';

/** How long the deletion of an unknown message is remembered; it may be delivered before the message. */
const deletionDays = 30;

/** Until when a deletion is remembered, in milliseconds since 1970. */
const deletionExpiry = (deletedAt: number): number => deletedAt + deletionDays * 86_400_000;

export const createMessageRecords = (database: Database, now: () => Date): MessageRecords => ({
  saveMessage: (message, expiresAt) =>
    database.write(async (trx) => {
      if (!(await holdsErased(trx, [message]))) await save(trx, message, expiresAt);
    }),

  markDeleted: (messageId) =>
    database.write(async (trx) => {
      const forgetAt = deletionExpiry(now().getTime());
      const row = { id: messageId, authorId: null, editedAt: '', body: null, expiresAt: forgetAt };
      await upsert(trx, 'messages', row);
    }),

  deletedMessages: (ids) =>
    database.read(async (trx) => {
      const deleted = new Set(await valuesOf(trx, 'messages', { id: ids, body: null }, 'id'));
      return ids.filter((id) => deleted.has(id));
    }),

  messages: (ids) =>
    database.read(async (trx) => {
      const byId = new Map((await keptIn(trx, ids, now())).map(({ id, versions }) => [id, versions[0]]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    }),

  messageVersions: (ids) =>
    database.read(async (trx) => {
      return (await keptIn(trx, ids, now())).flatMap(({ versions }) => versions);
    }),
});

async function keptIn(trx: Transaction, ids: readonly string[], now: Date) {
  const rows = await list(trx, 'messages', { id: ids }, ['id', 'body', 'expiresAt']);
  return rows.flatMap(({ id, body, ...row }) =>
    body && isCurrent(row, now) ? [{ id, versions: body }] : [],
  );
}

const editTime = ({ editedAt }: Message): string => editedAt ?? '';

/** More edits than anybody needs. Of a message with more, the oldest versions go, and with them what the team may have seen. */
const maxVersions = 10;

/** Keeps a deletion, every version in whatever order they come, and the later of two expiries. */
async function save(trx: Transaction, message: Message, expiresAt: Date): Promise<void> {
  const { id, author } = message;
  const row = await find(trx, 'messages', { id }, ['body', 'expiresAt']);
  if (row?.body === null) return;
  const others = row?.body.filter(({ editedAt }) => editedAt !== message.editedAt) ?? [];
  const versions = [message, ...others].toSorted((a, b) => (editTime(a) < editTime(b) ? 1 : -1));
  await upsert(trx, 'messages', {
    id,
    authorId: author.id,
    editedAt: editTime(versions[0] ?? message),
    body: versions.slice(0, maxVersions),
    expiresAt: Math.max(expiresAt.getTime(), row?.expiresAt ?? 0),
  });
}
