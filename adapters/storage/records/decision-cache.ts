import type { DecisionCache } from '../../../domain/ports/records.ts';
import { find, upsert } from '../database/rows.ts';
import { first, type Database } from '../database/section.ts';
import { tables } from '../database/tables.ts';

export const createDecisionCache = (database: Database): DecisionCache => ({
  cachedDecision: (key) =>
    database.read(function* () {
      const row = yield* find('decisions', { key }, ['value']);
      return row?.value ?? null;
    }),

  /** The latest value counts, so that one which no longer parses can be replaced. */
  cacheDecision: (key, value, askedAt) =>
    database.write(function* () {
      const asked = askedAt.toISOString().slice(0, 23);
      const since = yield* first(
        tables.selectFrom('forgotten').select((select) => select.fn.max('forgotten_at').as('last')),
      );
      if (since?.last && since.last.slice(0, 23) >= asked) return;
      const row = { key, value, cached_at: askedAt.getTime() };
      yield* upsert('decisions', row, ['key']);
    }, []),
});
