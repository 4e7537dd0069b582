import type { DecisionCache } from '../../../../domain/ports/records.ts';
import { find, upsert } from '../../database/rows.ts';
import { first, type Database } from '../../database/section.ts';
import { erasedSinceReading } from '../team/person-records.ts';

export const createDecisionCache = (database: Database): DecisionCache => ({
  cachedDecision: (key) =>
    database.read(function* () {
      const row = yield* find('decisions', { key }, ['value']);
      return row?.value ?? null;
    }),

  /** The latest value counts, so that one which no longer parses can be replaced. */
  cacheDecision: (key, value, askedAt) =>
    database.write(function* () {
      if (yield* first(erasedSinceReading(askedAt))) return;
      const row = { key, value, cached_at: askedAt.getTime() };
      yield* upsert('decisions', row, ['key']);
    }, []),
});
