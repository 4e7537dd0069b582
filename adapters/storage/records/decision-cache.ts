import type { DatabaseSync } from 'node:sqlite';
import type { DecisionCache } from '../../../domain/ports/records.ts';

export function createDecisionCache(db: DatabaseSync): DecisionCache {
  return {
    async cachedDecision(key) {
      const row = db.prepare('SELECT value FROM decisions WHERE key = ?').get(key);
      return row ? String(row['value']) : null;
    },

    /** The latest value counts, so that one which no longer parses can be replaced. */
    async cacheDecision(key, valueJson, askedAt) {
      db.prepare(
        `INSERT OR REPLACE INTO decisions (key, value, cached_at) SELECT ?, ?, ?
         WHERE NOT EXISTS (SELECT 1 FROM forgotten WHERE substr(forgotten_at, 1, 23) >= ?)`,
      ).run(key, valueJson, askedAt.getTime(), askedAt.toISOString().slice(0, 23));
    },
  };
}
