import { quantile, round } from '../bench-results.ts';

/** The share of questions that had an expected page among the first 1, 5, 10 and 50. */
export interface HitRates {
  readonly hit1: number;
  readonly hit5: number;
  readonly hit10: number;
  readonly hit50: number;
}

/** The position of the first expected page in a ranking, from 0; infinite if there is none. */
export function rankOf(ranking: readonly string[], expected: readonly string[]): number {
  const at = ranking.findIndex((page) => expected.includes(page));
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

export function hitRates(ranks: readonly number[]): HitRates {
  const rate = (within: number): number => {
    const share = ranks.filter((rank) => rank < within).length / Math.max(1, ranks.length);
    return round(share, 3);
  };
  return { hit1: rate(1), hit5: rate(5), hit10: rate(10), hit50: rate(50) };
}

/** The time that 95 of 100 searches keep, in milliseconds. */
export const p95 = (milliseconds: readonly number[]): number => round(quantile(milliseconds, 0.95), 1);
