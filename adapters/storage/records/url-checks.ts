import type { DatabaseSync } from 'node:sqlite';
import type { UrlChecks } from '../../../domain/ports/records.ts';

/** A call that writes removes at most this many rows that nobody reads any more. */
const rowsPerCall = 200;

export const createUrlChecks = (db: DatabaseSync, now: () => Date): UrlChecks => ({
  async urlCheck(url) {
    const row = db
      .prepare('SELECT ok, status, ended_at FROM url_checks WHERE url = ? AND expires_at > ?')
      .get(url, now().getTime());
    if (!row) return null;
    const status = row['status'] === null ? null : Number(row['status']);
    return { ok: row['ok'] === 1, status, url: String(row['ended_at']) };
  },

  async saveUrlCheck(url, { ok, status, url: endedAt }, expiresAt) {
    db.prepare(
      `DELETE FROM url_checks WHERE url IN (SELECT url FROM url_checks WHERE expires_at <= ? LIMIT ${rowsPerCall})`,
    ).run(now().getTime());
    db.prepare('INSERT OR REPLACE INTO url_checks VALUES (?, ?, ?, ?, ?)').run(
      url,
      ok ? 1 : 0,
      status,
      endedAt,
      expiresAt.getTime(),
    );
  },
});
