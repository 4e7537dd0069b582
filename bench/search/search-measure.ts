import { round } from '../bench-results.ts';

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

export const row = (name: string, { hit1, hit5, hit10, hit50 }: HitRates): string =>
  `${name.padEnd(48)}${[hit1, hit5, hit10, hit50].map((rate) => rate.toFixed(3).padStart(8)).join('')}\n`;

const resamples = 10_000;

/** How much more often `a` holds than `b`, with the interval of 95 of 100 resamples of the questions (a bootstrap). */
export function differenceInterval(questions: readonly { readonly a: boolean; readonly b: boolean }[]) {
  const gains = questions.map(({ a, b }) => Number(a) - Number(b));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const random = seeded(20260201);
  const means = Array.from({ length: resamples }, () =>
    mean(gains.map(() => gains[Math.floor(random() * gains.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  const at = (share: number) => means[Math.floor(resamples * share)] ?? 0;
  return { difference: mean(gains), low: at(0.025), high: at(0.975) };
}

/** Mulberry32: the same resamples in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
