/** Puts an entry last and drops the oldest one above `max`. */
export function setBounded<Key, Value>(
  map: Map<Key, Value>,
  { key, value, max }: { readonly key: Key; readonly value: Value; readonly max: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}

/** Memoizes a function of a text: remembers its last `most` results. */
export function remembering<Result>(
  most: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    setBounded(results, { key: text, value: result, max: most });
    return result;
  };
}

/** Memoizes a function of an object for as long as the object is in memory. */
export function rememberingEach<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const result = results.get(key) ?? compute(key);
    results.set(key, result);
    return result;
  };
}
