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
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    setBounded(known, { key: text, value: result, max: most });
    return result;
  };
}

/** Memoizes a function of an object for as long as the object is in memory. */
export function rememberingEach<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const result = known.get(key) ?? compute(key);
    known.set(key, result);
    return result;
  };
}
