import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type {
  DailyLimits,
  Operation,
  PlannedCall,
  UsageRecords,
  UsageTotals,
} from '../../../domain/ports/usage.ts';
import { usageDay } from '../../../domain/values/time.ts';
import { transaction } from '../sqlite/transaction.ts';

/** Long enough to compare a month with the same one a year before. */
const keptDays = 400;
const purgedPerCall = 200;

const sums = `count(*) AS calls, coalesce(sum(input_tokens), 0) AS input_tokens,
  coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(cost_usd), 0.0) AS cost_usd,
  count(*) - count(cost_usd) AS unpriced_calls`;

export function createUsageRecords(db: DatabaseSync, now: () => Date): UsageRecords {
  return {
    async reserveUsage(call, limits) {
      return transaction(db, () => {
        const limit = hasLimit(limits) ? passedLimit(totals(db, { day: call.day }), call, limits) : null;
        if (limit) return { outcome: 'spent', limit } as const;
        purge(db, now());
        return { outcome: 'reserved', id: insert(db, call) } as const;
      });
    },

    async recordUsage(id, { inputTokens, outputTokens, costUsd }) {
      db.prepare(
        'UPDATE model_usage SET input_tokens = ?, output_tokens = ?, cost_usd = ?, settled = 1 WHERE id = ?',
      ).run(inputTokens, outputTokens, costUsd, id);
    },

    async releaseUsage(id) {
      db.prepare('DELETE FROM model_usage WHERE id = ? AND settled = 0').run(id);
    },

    async usageTotals(filter) {
      return totals(db, filter);
    },

    async usageSince(day) {
      const rows = db
        .prepare(
          `SELECT day, operation, guild_id, model, ${sums} FROM model_usage WHERE day >= ?
           GROUP BY day, operation, guild_id, model ORDER BY day DESC, operation, guild_id, model`,
        )
        .all(day);
      return rows.map((row) => ({
        day: String(row['day']),
        operation: String(row['operation']) as Operation,
        guildId: row['guild_id'] === null ? null : String(row['guild_id']),
        model: String(row['model']),
        ...totalsOf(row),
      }));
    },
  };
}

/** Adding up a day's calls takes longer with each of them. */
const hasLimit = ({ usd, tokens, calls }: DailyLimits): boolean =>
  usd !== null || tokens !== null || calls !== null;

/** The limit that the call would pass, on top of what the day has seen. */
function passedLimit(
  used: UsageTotals,
  call: PlannedCall,
  limits: DailyLimits,
): keyof DailyLimits | undefined {
  const after: DailyLimits = {
    usd: used.costUsd + (call.costUsd ?? 0),
    tokens: used.inputTokens + used.outputTokens + call.inputTokens + call.outputTokens,
    calls: used.calls + 1,
  };
  return (['usd', 'tokens', 'calls'] as const).find(
    (name) => (after[name] ?? 0) > (limits[name] ?? Infinity),
  );
}

function totals(
  db: DatabaseSync,
  { day, operation, guildId, userId }: Parameters<UsageRecords['usageTotals']>[0],
): UsageTotals {
  const row = db
    .prepare(
      `SELECT ${sums} FROM model_usage WHERE day = :day AND (:operation IS NULL OR operation = :operation)
         AND (:guild IS NULL OR guild_id = :guild) AND (:user IS NULL OR user_id = :user)`,
    )
    .get({ day, operation: operation ?? null, guild: guildId ?? null, user: userId ?? null });
  return totalsOf(row ?? {});
}

const totalsOf = (row: Readonly<Record<string, SQLOutputValue>>): UsageTotals => ({
  calls: Number(row['calls']),
  inputTokens: Number(row['input_tokens']),
  outputTokens: Number(row['output_tokens']),
  costUsd: Number(row['cost_usd']),
  unpricedCalls: Number(row['unpriced_calls']),
});

function insert(db: DatabaseSync, call: PlannedCall): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO model_usage (day, operation, guild_id, user_id, decision, model, input_tokens, output_tokens, cost_usd)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      call.day,
      call.operation,
      call.guildId,
      call.userId,
      call.decision,
      call.model,
      call.inputTokens,
      call.outputTokens,
      call.costUsd,
    );
  return Number(lastInsertRowid);
}

function purge(db: DatabaseSync, now: Date): void {
  const first = usageDay(new Date(now.getTime() - keptDays * 86_400_000));
  db.prepare(
    `DELETE FROM model_usage WHERE id IN (SELECT id FROM model_usage WHERE day < ? LIMIT ${purgedPerCall})`,
  ).run(first);
}
