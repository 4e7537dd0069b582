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
