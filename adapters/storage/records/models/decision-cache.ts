import type { DecisionCache } from '../../../../domain/ports/records.ts';
import { list, upsert } from '../../database/rows.ts';
import { first, type Database } from '../../database/section.ts';
import { erasedSinceCount } from '../../retracted-and-erased.ts';

export const createDecisionCache = (database: Database, now: () => Date): DecisionCache => ({
  cachedDecisions: (keys) =>
    database.read(function* () {
      const rows = yield* list('decisions', { key: keys }, ['key', 'value']);
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return keys.map((key) => values.get(key) ?? null);
    }),

  /** Replaces an existing value, which may no longer parse. */
  cacheDecision: (key, value, erasures) =>
    database.write(function* () {
      if (yield* first(erasedSinceCount(erasures))) return false;
      yield* upsert('decisions', { key, value, cachedAt: now().getTime() });
      return true;
    }, []),
});
