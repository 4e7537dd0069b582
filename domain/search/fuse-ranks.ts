/** Reduces the lead of a ranking's first places. 60 is the usual constant of reciprocal rank fusion. */
const damping = 60;

/** Merges rankings of names, each best first: names that rank high in many come first. */
export function fuseRanks(rankings: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [at, name] of ranking.entries()) {
      scores.set(name, (scores.get(name) ?? 0) + 1 / (damping + at + 1));
    }
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

interface Scored {
  readonly name: string;
  readonly score: number;
}

/** The first of a ranking counts 1; from this position on, results count 0. */
const lastCounted = 20;

/**
 * Merges rankings of names, each best first, by normalised scores. Unlike ranks, scores keep a clear lead. Weighing one ranking up to
 * twice as much as the other changes little (`npm run bench -- search --full`).
 */
export function fuseScores(rankings: readonly (readonly Scored[])[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const ranking of rankings) {
    const low = ranking[lastCounted - 1]?.score ?? 0;
    const range = (ranking[0]?.score ?? 0) - low || 1;
    for (const { name, score } of ranking) {
      sums.set(name, (sums.get(name) ?? 0) + Math.max(0, (score - low) / range));
    }
  }
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
