import { describe, expect, test } from 'vitest';
import { fails } from '../../test/support/provider/provider-plays.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';

const provider = await startScriptedModel();

const failure = () => failureOf(modelAt(provider.baseUrl).decide(gateRequest));

describe('a Retry-After', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
  test.each([
    ['0', 1],
    ['0.2', 1],
    ['-30', 1],
    ['7.5', 7.5],
    ['86400', 300],
    ['99999999999999999999', 300],
    [inSeconds(-3_600), 1],
    [inSeconds(0), 1],
    ['Wed, 01 Jan 2099 00:00:00 GMT', 300],
    ['soon', null],
    ['1e3', null],
    ['', null],
    ['20s', 20],
    ['20, 20', 20],
    ['5, 10', 5],
    ['soon 5', null],
  ])('of "%s" is a wait of %s seconds', async (value, retryAfterSeconds) => {
    for (const status of [429, 503]) {
      provider.play(fails(status, { 'retry-after': value }));
      expect(await failure()).toMatchObject({ kind: 'transient', retryAfterSeconds });
    }
  });

  test('in milliseconds counts before one in seconds', async () => {
    provider.play(fails(429, { 'retry-after-ms': '2500', 'retry-after': '3' }));
    expect(await failure()).toMatchObject({ retryAfterSeconds: 2.5 });
  });

  test('that is a date ahead is the time until then', async () => {
    provider.play(fails(429, { 'retry-after': inSeconds(120) }));
    const { retryAfterSeconds } = await failure();
    expect(retryAfterSeconds).toBeGreaterThan(100);
    expect(retryAfterSeconds).toBeLessThanOrEqual(120);
  });
});
