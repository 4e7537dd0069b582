import { randomUUID } from 'node:crypto';
import type { HandlerRecords } from '../../../../domain/ports/handler-records.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { find, insertNew, remove, upsert, valueOf, valuesOf } from '../../database/rows.ts';
import { saidAs } from '../../database/revisions.ts';
import { all, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

const everywhere = '';

const visitorSalt = 'visitor salt';

export const createHandlerRecords = (
  database: Database,
  now: () => Date,
  purge = purging('responses', 'expiresAt'),
): HandlerRecords => ({
  saveVoteReason: ({ messageId, userId, reason }) =>
    database.write(() => upsert('vote_reasons', { messageId, userId, reason }), []),

  voteReasons: (messageId) =>
    database.read(() => valuesOf('vote_reasons', { messageId }, 'reason', ['userId'])),

  visitorSalt: () =>
    database.write(function* () {
      yield* insertNew('meta', [{ name: visitorSalt, value: randomUUID() }]);
      return (yield* saidAs(visitorSalt)) ?? '';
    }),

  pause: ({ channelId, since }) =>
    database.write(() => insertNew('pauses', [{ channelId: channelId ?? everywhere, since }]), []),

  resume: (channelId) => database.write(() => remove('pauses', { channelId: channelId ?? everywhere }), []),

  pauses: () =>
    database.read(function* () {
      const rows = yield* all(tables.selectFrom('pauses').selectAll().orderBy('channelId'));
      return rows.map(({ channelId: id, since }) => ({ channelId: id === everywhere ? null : id, since }));
    }),

  postFor: (cause) => database.read(() => valueOf('caused_posts', { cause }, 'postedMessageId')),

  causeOf: (postedMessageId) => database.read(() => valueOf('caused_posts', { postedMessageId }, 'cause')),

  rememberPostFor: (cause, postedMessageId) =>
    database.write(function* () {
      const row = { cause, postedMessageId, postedAt: now().toISOString() };
      yield* insertNew('caused_posts', [row]);
    }, []),

  saveResponse: ({ messageId, token, expiresAt }) =>
    database.write(function* () {
      yield* purge(now());
      yield* upsert('responses', { messageId, token, expiresAt: expiresAt.getTime() });
    }, []),

  responseToken: (messageId) =>
    database.read(function* () {
      const row = yield* find('responses', { messageId }, ['token', 'expiresAt']);
      return row && isCurrent(row, now()) ? row.token : null;
    }),
});
