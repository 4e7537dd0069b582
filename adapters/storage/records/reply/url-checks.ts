import type { UrlChecks } from '../../../../domain/ports/records.ts';
import { upsert } from '../../database/rows.ts';
import { first, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { rowsPerPurge } from '../operations/purge-expired.ts';

export const createUrlChecks = (database: Database, now: () => Date): UrlChecks => ({
  urlCheck: (url) =>
    database.read(function* () {
      const row = yield* first(
        tables
          .selectFrom('url_checks')
          .select(['ok', 'status', 'ended_at'])
          .where('url', '=', url)
          .where('expires_at', '>', now().getTime()),
      );
      return row ? { ok: row.ok === 1, status: row.status, url: row.ended_at } : null;
    }),

  saveUrlCheck: (url, { ok, status, url: endedAt }, expiresAt) =>
    database.write(function* () {
      const expired = tables
        .selectFrom('url_checks')
        .select('url')
        .where('expires_at', '<=', now().getTime())
        .limit(rowsPerPurge);
      yield* run(tables.deleteFrom('url_checks').where('url', 'in', expired));
      const row = { url, ok: Number(ok), status, ended_at: endedAt, expires_at: expiresAt.getTime() };
      yield* upsert('url_checks', row, ['url']);
    }, []),
});
