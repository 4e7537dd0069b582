import type { DecisionCache } from '../../../../domain/ports/records.ts';
import { list, upsert } from '../../database/rows.ts';
import type { Database } from '../../database/database.ts';

export const createDecisionCache = (database: Database): DecisionCache => ({
  cachedDecisions: (keys) =>
    database.read(async (trx) => {
      const rows = await list(trx, 'decisions', { key: keys }, ['key', 'value']);
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return keys.map((key) => values.get(key) ?? null);
    }),

  /** Replaces an existing value, which may no longer parse. */
  cacheDecision: (key, value) => database.write((trx) => upsert(trx, 'decisions', { key, value })),
});
