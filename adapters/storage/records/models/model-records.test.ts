import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlannedCall, Reservation, SettledCall, ModelRecords } from '../../../../domain/ports/usage.ts';
import type { DailyLimits } from '../../../../domain/operations/model-usage.ts';
import { testDatabase, testFolder } from '../../../../test/support/storage/test-store.ts';
import { createModelRecords } from './model-records.ts';

const unlimited: DailyLimits = { usd: null, tokens: null, calls: null };

const call = (over: Partial<PlannedCall> = {}): PlannedCall => ({
  booking: randomUUID(),
  operation: 'reply',
  day: '2026-02-01',
  decision: 'LLMGateDecision',
  model: 'small',
  inputTokens: 100,
  outputTokens: 20,
  costUsd: 0.01,
  ...over,
});

const open = async (folder?: string) => createModelRecords(await testDatabase(folder));

const ended = (id: number, used: SettledCall['used'], error: SettledCall['error'] = null): SettledCall => ({
  id,
  used,
  milliseconds: 7,
  error,
});

function idOf(reserved: Reservation): number {
  if (reserved.outcome === 'spent') throw new Error(`the limit of ${reserved.limit} is passed`);
  return reserved.id;
}

async function reserve(usage: ModelRecords, over: Partial<PlannedCall> = {}): Promise<number> {
  const reserved = await usage.reserveUsage(call(over), unlimited);
  return idOf(reserved);
}

describe('usage', () => {
  it('finds a booking that is made again, even where it was the last of the day', async () => {
    const usage = await open();
    const planned = call();
    const limits = { ...unlimited, calls: 1 };
    const [first, again] = [
      await usage.reserveUsage(planned, limits),
      await usage.reserveUsage(planned, limits),
    ];
    expect(again).toEqual(first);
    expect((await usage.usageTotals({ day: planned.day })).calls).toBe(1);
  });

  it('counts a call with its estimate until it is settled', async () => {
    const usage = await open();
    const id = await reserve(usage);
    const booked = await usage.usageTotals({ day: '2026-02-01' });
    await usage.settleUsage([
      ended(id, { inputTokens: 80, cachedTokens: 60, outputTokens: 5, costUsd: 0.002 }),
    ]);
    const settled = await usage.usageTotals({ day: '2026-02-01' });
    expect(booked).toMatchObject({
      calls: 1,
      inputTokens: 100,
      outputTokens: 20,
      costUsd: 0.01,
    });
    expect(settled).toMatchObject({
      calls: 1,
      inputTokens: 80,
      outputTokens: 5,
      costUsd: 0.002,
    });
  });

  it('forgets a call that the provider refused', async () => {
    const usage = await open();
    await usage.settleUsage([ended(await reserve(usage), 'nothing', 'model_rate_limited')]);
    expect(await usage.usageTotals({ day: '2026-02-01' })).toMatchObject({ calls: 0, costUsd: 0 });
  });

  it('lists every call of a question in order, whatever became of it', async () => {
    const usage = await open();
    const of = { questionId: '100' };
    const refused = ended(await reserve(usage, of), 'nothing', 'model_rate_limited');
    const silent = ended(await reserve(usage, of), 'estimate', 'model_timeout');
    await usage.settleUsage([refused, silent]);
    await reserve(usage, of);
    await reserve(usage, { questionId: '200' });
    const made = await usage.callsOf('100');
    expect(made.map(({ inputTokens, milliseconds, error }) => [inputTokens, milliseconds, error])).toEqual([
      [0, 7, 'model_rate_limited'],
      [100, 7, 'model_timeout'],
      [100, 0, null],
    ]);
  });

  it('is told by operation', async () => {
    const usage = await open();
    await reserve(usage);
    await reserve(usage, { operation: 'capture' });
    const { calls } = await usage.usageTotals({ day: '2026-02-01', operation: 'capture' });
    expect(calls).toBe(1);
  });

  it('is told of several days', async () => {
    const usage = await open();
    for (const day of ['2026-01-30', '2026-01-31', '2026-02-01']) await reserve(usage, { day });
    const { calls } = await usage.usageTotals({ day: '2026-01-31', until: '2026-02-02' });
    expect([calls, (await usage.usageTotals({ day: '2026-01-30', until: '2026-01-31' })).calls]).toEqual([
      2, 1,
    ]);
  });
});

describe('a limit', () => {
  const first = { usd: 0.015, tokens: 200, calls: 1 };
  it.each(Object.entries(first))(
    'of %s is never passed, and the next day has its own',
    async (name, value) => {
      const usage = await open();
      const limits = { ...unlimited, [name]: value };
      const outcomes = [call(), call(), call({ day: '2026-02-02' })].map((one) =>
        usage.reserveUsage(one, limits),
      );
      const [one, other, nextDay] = (await Promise.all(outcomes)).map(({ outcome }) => outcome);
      // Which of the two comes first is the database's to say.
      expect(new Set([one, other])).toEqual(new Set(['reserved', 'spent']));
      expect(nextDay).toBe('reserved');
    },
  );

  it('holds for callers of several connections at once', async () => {
    const path = join(testFolder(), 'steward.sqlite');
    const connections = [await open(path), await open(path), await open(path)];
    const limits = { ...unlimited, calls: 10 };
    const tries = connections.flatMap((usage) =>
      Array.from({ length: 10 }, async () => (await usage.reserveUsage(call(), limits)).outcome),
    );
    const reserved = (await Promise.all(tries)).filter((outcome) => outcome === 'reserved');
    expect(reserved).toHaveLength(10);
  });

  it('has room again when a call turns out cheaper than it was booked', async () => {
    const usage = await open();
    const limits = { ...unlimited, tokens: 130 };
    const reserved = await usage.reserveUsage(call(), limits);
    const refused = await usage.reserveUsage(call(), limits);
    await usage.settleUsage([ended(idOf(reserved), { inputTokens: 5, outputTokens: 1, costUsd: 0 })]);
    const again = await usage.reserveUsage(call(), limits);
    expect([refused, again.outcome]).toEqual([{ outcome: 'spent', limit: 'tokens' }, 'reserved']);
  });
});
