import type { PageRecords } from '../../../../domain/ports/handler-records.ts';
import { find, insert, remove, values } from '../../database/rows.ts';
import { purging } from '../../database/purging.ts';
import { all, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { findInteractions, newestInteractions } from '../reply/reply-record-rows.ts';

/** A year: who changed what is asked about within months. */
const changesKeptMilliseconds = 365 * 86_400_000;

export const createPageRecords = (
  database: Database,
  now: () => Date,
  purge = purging('page_changes', 'at', (time) =>
    new Date(time.getTime() - changesKeptMilliseconds).toISOString(),
  ),
): PageRecords => ({
  savePageKey: ({ hash, kind, userId, isTeam, expiresAt }) =>
    database.write(function* () {
      yield* run(tables.deleteFrom('page_keys').where('expires_at', '<=', now().getTime()));
      const row = { hash, kind, user_id: userId, is_team: Number(isTeam), expires_at: expiresAt.getTime() };
      yield* insert('page_keys', [row]);
    }, []),

  takePageLink: (hash) =>
    database.write(function* () {
      const row = yield* find('page_keys', { hash, kind: 'link' }, ['user_id', 'is_team', 'expires_at']);
      // Who deletes it has it.
      const taken = yield* run(
        tables.deleteFrom('page_keys').where('hash', '=', hash).where('kind', '=', 'link'),
      );
      return row && taken > 0 && row.expires_at > now().getTime() ? accessOf(row) : null;
    }, []),

  pageSession: (hash) =>
    database.read(function* () {
      const row = yield* find('page_keys', { hash, kind: 'session' }, ['user_id', 'is_team', 'expires_at']);
      return row && row.expires_at > now().getTime() ? accessOf(row) : null;
    }),

  endPageSession: (hash) =>
    database.write(function* () {
      yield* remove('page_keys', { hash, kind: 'session' });
    }, []),

  logPageChange: ({ at, userId, action, subject }) =>
    database.write(function* () {
      yield* purge(now());
      yield* insert('page_changes', [{ at, user_id: userId, action, subject }]);
    }, []),

  pageChanges: (limit) =>
    database.read(function* () {
      const rows = yield* all(
        tables.selectFrom('page_changes').selectAll().orderBy('id', 'desc').limit(limit),
      );
      return rows.map(({ at, user_id: userId, action, subject }) => ({ at, userId, action, subject }));
    }),

  replyRecordsWhere: ({ status, notHelpful = false, text = '', since, limit, offset = 0 }) =>
    database.read(function* () {
      let wanted = newestInteractions.limit(limit).offset(offset);
      if (status) wanted = wanted.where('status', '=', status);
      if (notHelpful)
        wanted = wanted.where(
          'message_id',
          'in',
          tables.selectFrom('votes').select('message_id').where('helpful', '=', 0),
        );
      if (since) wanted = wanted.where('created_at', '>=', since.toISOString());
      if (text !== '')
        wanted = wanted.where((where) =>
          where(where.fn<string>('lower', ['body']), 'like', `%${asWritten(text)}%`),
        );
      return yield* findInteractions(yield* values(wanted));
    }),
});

const accessOf = ({
  user_id: userId,
  is_team: isTeam,
}: {
  readonly user_id: string;
  readonly is_team: number;
}) => ({
  userId,
  isTeam: isTeam === 1,
});

/** A text as it stands in JSON, where what is a pattern to SQL is any character: a search may find too much, and never too little. */
const asWritten = (text: string): string =>
  JSON.stringify(text.toLowerCase())
    .slice(1, -1)
    .replaceAll(/[\\%_]/gu, '_');
