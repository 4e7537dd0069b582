import { randomUUID } from 'node:crypto';
import type { HandlerRecords } from '../../../../domain/ports/handler-records.ts';
import { isCurrent } from '../purge-records.ts';
import { find, insertNew, remove, upsert, valueOf, values } from '../../database/rows.ts';
import { saidAs } from '../../database/revisions.ts';
import type { Database } from '../../database/database.ts';

const everywhere = '';

const visitorSalt = 'visitor salt';

export const createHandlerRecords = (database: Database, now: () => Date): HandlerRecords => ({
  visitorSalt: () =>
    database.write(async (trx) => {
      await insertNew(trx, 'meta', [{ name: visitorSalt, value: randomUUID() }]);
      return (await saidAs(trx, visitorSalt)) ?? '';
    }),

  pause: ({ channelId, since }) =>
    database.write((trx) => insertNew(trx, 'pauses', [{ channelId: channelId ?? everywhere, since }])),

  resume: (channelId) =>
    database.write((trx) => remove(trx, 'pauses', { channelId: channelId ?? everywhere })),

  pauses: () =>
    database.read(async (trx) => {
      const rows = await trx.selectFrom('pauses').selectAll().orderBy('channelId').execute();
      return rows.map(({ channelId: id, since }) => ({ channelId: id === everywhere ? null : id, since }));
    }),

  postFor: (cause) => database.read((trx) => valueOf(trx, 'caused_posts', { cause }, 'postedMessageId')),

  causeOf: (postedMessageId) =>
    database.read((trx) => valueOf(trx, 'caused_posts', { postedMessageId }, 'cause')),

  rememberPostFor: (cause, postedMessageId) =>
    database.write((trx) => insertNew(trx, 'caused_posts', [{ cause, postedMessageId }])),

  causesBeginning: (prefix) =>
    database.read((trx) =>
      values(trx.selectFrom('caused_posts').select('cause').where('cause', 'like', `${prefix}%`)),
    ),

  forgetPostFor: (cause) => database.write((trx) => remove(trx, 'caused_posts', { cause })),

  saveResponse: ({ messageId, token, expiresAt }) =>
    database.write((trx) => upsert(trx, 'responses', { messageId, token, expiresAt: expiresAt.getTime() })),

  responseToken: (messageId) =>
    database.read(async (trx) => {
      const row = await find(trx, 'responses', { messageId }, ['token', 'expiresAt']);
      return row && isCurrent(row, now()) ? row.token : null;
    }),
});
