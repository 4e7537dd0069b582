/**
 * How much less the first places of a ranking count than in a plain sum of 1/place. 60 is the usual number of reciprocal rank
 * fusion.
 */
const damping = 60;

/** The names of several rankings, each best first, in one: those first that stand high in many. */
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

/** What is first of a ranking counts 1, what stands here or further down 0: how far scores lie apart is of no account elsewhere. */
const lastCounted = 20;

/**
 * The names of several rankings, each best first, in one, by how much of the best score of each they have. Scores of one ranking say
 * more than its ranks do: what is far ahead stays ahead.
 */
export function fuseScores(
  rankings: readonly { readonly found: readonly Scored[]; readonly weight: number }[],
): readonly string[] {
  const sums = new Map<string, number>();
  for (const { found, weight } of rankings) {
    const low = found[lastCounted - 1]?.score ?? 0;
    const range = (found[0]?.score ?? 0) - low || 1;
    for (const { name, score } of found) {
      sums.set(name, (sums.get(name) ?? 0) + weight * Math.max(0, (score - low) / range));
    }
  }
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
