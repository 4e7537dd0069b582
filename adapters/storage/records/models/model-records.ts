import type { ModelRecords, PlannedCall, SettledCall } from '../../../../domain/ports/usage.ts';
import type { DailyLimits, UsageTotals } from '../../../../domain/operations/model-usage.ts';
import { list, update, upsert, valueOf } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createModelRecords = (database: Database): ModelRecords => ({
  reserveUsage: (call, limits, settled = []) =>
    database.write(async (trx) => {
      await settleCalls(trx, settled);
      const limit = hasLimit(limits) ? passedLimit(await totals(trx, { day: call.day }), call, limits) : null;
      if (limit) {
        const id = await valueOf(trx, 'model_usage', { booking: call.booking }, 'id');
        return id === null ? ({ outcome: 'spent', limit } as const) : { outcome: 'reserved', id };
      }
      return { outcome: 'reserved', id: await insert(trx, call) } as const;
    }),

  settleUsage: (calls) => database.write((trx) => settleCalls(trx, calls)),

  callsOf: (questionId) => database.read((trx) => list(trx, 'model_usage', { questionId }, ofCall, ['id'])),

  usageTotals: (filter) => database.read((trx) => totals(trx, filter)),

  cachedDecisions: (keys) =>
    database.read(async (trx) => {
      const rows = await list(trx, 'decisions', { key: keys }, ['key', 'value']);
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return keys.map((key) => values.get(key) ?? null);
    }),

  /** Replaces an existing value, which may no longer parse. */
  cacheDecision: (key, value) => database.write((trx) => upsert(trx, 'decisions', { key, value })),
});

const ofCall = [
  'decision',
  'model',
  'inputTokens',
  'cachedTokens',
  'outputTokens',
  'costUsd',
  'milliseconds',
  'error',
] as const;

/** For use inside a larger transaction. */
export async function settleCalls(trx: Transaction, calls: readonly SettledCall[]): Promise<void> {
  for (const call of calls) await update(trx, 'model_usage', { id: call.id }, columnsOf(call));
}

/** A call that the provider refused: it used nothing, and only its question counts it. */
const refusedByProvider = 2;

function columnsOf({ used, milliseconds, error }: SettledCall) {
  const end = { milliseconds, error, settled: 1 };
  if (used === 'estimate') return end;
  if (used === 'nothing')
    return { ...end, inputTokens: 0, outputTokens: 0, costUsd: 0, settled: refusedByProvider };
  const { inputTokens, cachedTokens = 0, outputTokens, costUsd } = used;
  return { ...end, inputTokens, cachedTokens, outputTokens, costUsd };
}

/** Without a limit the day's calls need not be summed. */
const hasLimit = ({ usd, tokens, calls }: DailyLimits): boolean =>
  usd !== null || tokens !== null || calls !== null;

/** The limit that the call would exceed, given the day's usage. */
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

/** Booked calls count with their estimates, so that simultaneous calls count. */
async function totals(
  trx: Transaction,
  { day, until, operation }: Parameters<ModelRecords['usageTotals']>[0],
): Promise<UsageTotals> {
  let of = trx
    .selectFrom('model_usage')
    .where('settled', '<', refusedByProvider)
    .select((row) => [
      row.fn.countAll<number>().as('calls'),
      row.fn.coalesce(row.fn.sum<number>('inputTokens'), row.lit(0)).as('inputTokens'),
      row.fn.coalesce(row.fn.sum<number>('outputTokens'), row.lit(0)).as('outputTokens'),
      row.fn.coalesce(row.fn.sum<number>('costUsd'), row.lit(0)).as('costUsd'),
    ])
    .where('day', until === undefined ? '=' : '>=', day);
  if (until !== undefined) of = of.where('day', '<', until);
  if (operation !== undefined) of = of.where('operation', '=', operation);
  // The sum over no rows is a row.
  return (await of.executeTakeFirst()) as UsageTotals;
}

async function insert(trx: Transaction, call: PlannedCall): Promise<number> {
  const booked = await trx
    .insertInto('model_usage')
    .values({ questionId: null, ...call })
    .onConflict((conflict) => conflict.column('booking').doUpdateSet({ booking: call.booking }))
    .returning('id')
    .executeTakeFirst();
  return Number(booked?.id);
}
