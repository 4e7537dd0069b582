/** The same function of a text, which keeps its results: `most` of them at a time, and then begins anew. */
export function remembering<Result>(
  most: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
