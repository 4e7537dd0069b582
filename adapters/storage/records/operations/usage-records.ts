import type { ModelErrorCode } from '../../../../domain/values/error-codes.ts';
import type {
  DailyLimits,
  Operation,
  PlannedCall,
  SettledCall,
  UsageRecords,
  UsageTotals,
} from '../../../../domain/ports/usage.ts';
import { usageDay } from '../../../../domain/values/time.ts';
import { purging } from '../../database/purging.ts';
import { update, upsert, valueOf } from '../../database/rows.ts';
import { all, first, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { keepProgress } from '../intake/snapshot-records.ts';

/** Long enough to compare a month with the same one a year before. */
const keptMilliseconds = 401 * 86_400_000;

export const createUsageRecords = (
  database: Database,
  now: () => Date,
  purge = purging('model_usage', 'day', (time) => usageDay(new Date(time.getTime() - keptMilliseconds))),
): UsageRecords => ({
  reserveUsage: (call, limits, settled = []) =>
    database.write(
      function* () {
        yield* settleCalls(settled);
        if (call.questionId && call.progress) yield* keepProgress(call.questionId, call.progress);
        const limit = hasLimit(limits) ? passedLimit(yield* totals({ day: call.day }), call, limits) : null;
        if (limit) {
          const id = yield* valueOf('model_usage', { booking: call.booking }, 'id');
          return id === null ? ({ outcome: 'spent', limit } as const) : { outcome: 'reserved', id };
        }
        yield* purge(now());
        return { outcome: 'reserved', id: yield* insert(call) } as const;
      },
      hasLimit(limits) ? ['usage'] : [],
    ),

  settleUsage: (calls) => database.write(() => settleCalls(calls), []),

  takeTurn: (turn) => database.write(() => takeTurn(turn, now), [`lease turn ${turn.provider}`]),

  callsOf: (questionId) =>
    database.read(function* () {
      const rows = yield* all(
        tables.selectFrom('model_usage').selectAll().where('question_id', '=', questionId).orderBy('id'),
      );
      return rows.map((row) => ({
        decision: row.decision,
        model: row.model,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
        costUsd: row.cost_usd,
        milliseconds: row.milliseconds,
        error: row.error as ModelErrorCode | null,
      }));
    }),

  usageTotals: (filter) => database.read(() => totals(filter)),

  usageSince: (day) =>
    database.read(function* () {
      const rows = yield* all(
        summed
          .select(['day', 'operation', 'guild_id', 'model'])
          .where('day', '>=', day)
          .where('settled', '<', refusedByProvider)
          .groupBy(['day', 'operation', 'guild_id', 'model'])
          .orderBy('day', 'desc')
          .orderBy('operation')
          .orderBy('guild_id')
          .orderBy('model'),
      );
      return rows.map((row) => ({
        day: row.day,
        operation: row.operation as Operation,
        guildId: row.guild_id,
        model: row.model,
        ...totalsOf(row),
      }));
    }),
});

function* takeTurn(
  { provider, callsPerSecond, longestWaitMilliseconds: longest }: Parameters<UsageRecords['takeTurn']>[0],
  now: () => Date,
): Section<number> {
  const name = `turn ${provider}`;
  const between = 1_000 / callsPerSecond;
  const time = now().getTime();
  const next = Number(yield* valueOf('meta', { name }, 'value'));
  // Further away than anybody has ever taken one: the clock was set back.
  const turn = next > time + longest + between ? time : Math.max(time, next);
  if (turn - time <= longest) yield* upsert('meta', { name, value: String(turn + between) });
  return turn - time;
}

/** Part of a section that has a reason of its own to commit. */
export function* settleCalls(calls: readonly SettledCall[]): Section<void> {
  for (const call of calls) yield* update('model_usage', { id: call.id }, columnsOf(call));
}

/** The end of a call that a provider refused: it used nothing, and counts for its question alone. */
export const refusedByProvider = 2;

function columnsOf({ used, milliseconds, error }: SettledCall) {
  const end = { milliseconds, error, settled: 1 };
  if (used === 'estimate') return end;
  if (used === 'nothing')
    return { ...end, input_tokens: 0, output_tokens: 0, cost_usd: 0, settled: refusedByProvider };
  const { inputTokens, outputTokens, costUsd } = used;
  return { ...end, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
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

const summed = tables
  .selectFrom('model_usage')
  .select(({ fn }) => [
    fn.countAll<number | string>().as('calls'),
    fn.count<number | string>('cost_usd').as('priced_calls'),
    fn.sum<number | string | null>('input_tokens').as('input_tokens'),
    fn.sum<number | string | null>('output_tokens').as('output_tokens'),
    fn.sum<number | string | null>('cost_usd').as('cost_usd'),
  ]);

function* totals({
  day,
  operation,
  guildId,
  userId,
}: Parameters<UsageRecords['usageTotals']>[0]): Section<UsageTotals> {
  let of = summed.where('day', '=', day).where('settled', '<', refusedByProvider);
  if (operation !== undefined) of = of.where('operation', '=', operation);
  if (guildId !== undefined) of = of.where('guild_id', '=', guildId);
  if (userId !== undefined) of = of.where('user_id', '=', userId);
  return totalsOf(yield* first(of));
}

interface Sums {
  readonly calls: number | string;
  readonly priced_calls: number | string;
  readonly input_tokens: number | string | null;
  readonly output_tokens: number | string | null;
  readonly cost_usd: number | string | null;
}

const totalsOf = (row: Sums | undefined): UsageTotals => ({
  calls: Number(row?.calls ?? 0),
  inputTokens: Number(row?.input_tokens ?? 0),
  outputTokens: Number(row?.output_tokens ?? 0),
  costUsd: Number(row?.cost_usd ?? 0),
  unpricedCalls: Number(row?.calls ?? 0) - Number(row?.priced_calls ?? 0),
});

function* insert(call: PlannedCall): Section<number> {
  const row = {
    day: call.day,
    operation: call.operation,
    guild_id: call.guildId,
    user_id: call.userId,
    decision: call.decision,
    model: call.model,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cost_usd: call.costUsd,
    booking: call.booking,
    question_id: call.questionId ?? null,
  };
  const booked = yield* first(
    tables
      .insertInto('model_usage')
      .values(row)
      .onConflict((conflict) => conflict.column('booking').doUpdateSet({ booking: call.booking }))
      .returning('id'),
  );
  return Number(booked?.id);
}
