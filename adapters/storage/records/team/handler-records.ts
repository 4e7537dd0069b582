import { randomUUID } from 'node:crypto';
import type { HandlerRecords } from '../../../../domain/ports/handler-records.ts';
import { purging } from '../../database/purging.ts';
import { insertNew, remove, upsert, valueOf, values } from '../../database/rows.ts';
import { saidAs } from '../../database/revisions.ts';
import { all, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** In the place of a channel's id. */
const everywhere = '';

const visitorSalt = 'visitor salt';

export const createHandlerRecords = (
  database: Database,
  now: () => Date,
  purge = purging('responses', 'expires_at'),
): HandlerRecords => ({
  saveVoteReason: ({ messageId, userId, reason }) =>
    database.write(() => upsert('vote_reasons', { message_id: messageId, user_id: userId, reason }), []),

  voteReasons: (messageId) =>
    database.read(() =>
      values(
        tables
          .selectFrom('vote_reasons')
          .select('reason')
          .where('message_id', '=', messageId)
          .orderBy('user_id'),
      ),
    ),

  visitorSalt: () =>
    database.write(function* () {
      yield* insertNew('meta', [{ name: visitorSalt, value: randomUUID() }]);
      return (yield* saidAs(visitorSalt)) ?? '';
    }),

  pause: ({ channelId, since }) =>
    database.write(() => insertNew('pauses', [{ channel_id: channelId ?? everywhere, since }]), []),

  resume: (channelId) => database.write(() => remove('pauses', { channel_id: channelId ?? everywhere }), []),

  pauses: () =>
    database.read(function* () {
      const rows = yield* all(tables.selectFrom('pauses').selectAll().orderBy('channel_id'));
      return rows.map(({ channel_id: id, since }) => ({ channelId: id === everywhere ? null : id, since }));
    }),

  postFor: (cause) => database.read(() => valueOf('caused_posts', { cause }, 'posted_message_id')),

  causeOf: (postedMessageId) =>
    database.read(() => valueOf('caused_posts', { posted_message_id: postedMessageId }, 'cause')),

  rememberPostFor: (cause, postedMessageId) =>
    database.write(function* () {
      const row = { cause, posted_message_id: postedMessageId, posted_at: now().toISOString() };
      yield* insertNew('caused_posts', [row]);
    }, []),

  saveResponse: ({ messageId, token, expiresAt }) =>
    database.write(function* () {
      yield* purge(now());
      yield* upsert('responses', { message_id: messageId, token, expires_at: expiresAt.getTime() });
    }, []),

  responseToken: (messageId) =>
    database.read(function* () {
      const [token = null] = yield* values(
        tables
          .selectFrom('responses')
          .select('token')
          .where('message_id', '=', messageId)
          .where('expires_at', '>', now().getTime()),
      );
      return token;
    }),
});
