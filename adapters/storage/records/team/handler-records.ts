import { randomUUID } from 'node:crypto';
import type { HandlerRecords } from '../../../../domain/ports/handler-records.ts';
import { find, insertNew, remove, upsert } from '../../database/rows.ts';
import { saidAs } from '../../database/revisions.ts';
import { all, first, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** In the place of a channel's id. */
const everywhere = '';

const visitorSalt = 'visitor salt';

export const createHandlerRecords = (database: Database, now: () => Date): HandlerRecords => ({
  saveVoteReason: ({ messageId, userId, reason }) =>
    database.write(function* () {
      yield* run(
        tables
          .insertInto('vote_reasons')
          .values({ message_id: messageId, user_id: userId, reason })
          .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doUpdateSet({ reason })),
      );
    }, []),

  visitorSalt: () =>
    database.write(function* () {
      yield* insertNew('meta', [{ name: visitorSalt, value: randomUUID() }]);
      return (yield* saidAs(visitorSalt)) ?? '';
    }),

  voteReasons: (messageId) =>
    database.read(function* () {
      const rows = yield* all(
        tables
          .selectFrom('vote_reasons')
          .select('reason')
          .where('message_id', '=', messageId)
          .orderBy('user_id'),
      );
      return rows.map(({ reason }) => reason);
    }),

  pause: ({ channelId, since }) =>
    database.write(function* () {
      const row = { channel_id: channelId ?? everywhere, since };
      yield* insertNew('pauses', [row]);
    }, []),

  resume: (channelId) =>
    database.write(function* () {
      yield* remove('pauses', { channel_id: channelId ?? everywhere });
    }, []),

  pauses: () =>
    database.read(function* () {
      const rows = yield* all(tables.selectFrom('pauses').selectAll().orderBy('channel_id'));
      return rows.map(({ channel_id: id, since }) => ({ channelId: id === everywhere ? null : id, since }));
    }),

  postFor: (cause) =>
    database.read(function* () {
      const row = yield* find('caused_posts', { cause }, ['posted_message_id']);
      return row?.posted_message_id ?? null;
    }),

  causeOf: (postedMessageId) =>
    database.read(function* () {
      const row = yield* find('caused_posts', { posted_message_id: postedMessageId }, ['cause']);
      return row?.cause ?? null;
    }),

  rememberPostFor: (cause, postedMessageId) =>
    database.write(function* () {
      const row = { cause, posted_message_id: postedMessageId, posted_at: now().toISOString() };
      yield* insertNew('caused_posts', [row]);
    }, []),

  saveResponse: ({ messageId, token, expiresAt }) =>
    database.write(function* () {
      yield* run(tables.deleteFrom('responses').where('expires_at', '<=', now().getTime()));
      const row = { message_id: messageId, token, expires_at: expiresAt.getTime() };
      yield* upsert('responses', row, ['message_id']);
    }, []),

  responseToken: (messageId) =>
    database.read(function* () {
      const row = yield* first(
        tables
          .selectFrom('responses')
          .select('token')
          .where('message_id', '=', messageId)
          .where('expires_at', '>', now().getTime()),
      );
      return row?.token ?? null;
    }),
});
