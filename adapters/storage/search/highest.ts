/**
 * The numbers with the highest scores, highest first; equal ones by themselves. Most of many are below the last of the
 * best so far, and cost one comparison.
 */
export function highest(
  ids: Iterable<number>,
  score: (id: number) => number,
  limit: number,
): readonly number[] {
  const best: number[] = [];
  if (limit <= 0) return best;
  const isBefore = (a: number, b: number): boolean => score(a) > score(b) || (score(a) === score(b) && a < b);
  for (const id of ids) {
    const last = best.at(-1);
    if (best.length === limit && last !== undefined && !isBefore(id, last)) continue;
    let [from, to] = [0, best.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBefore(best[middle] ?? 0, id)) from = middle + 1;
      else to = middle;
    }
    best.splice(from, 0, id);
    if (best.length > limit) best.pop();
  }
  return best;
}
