/** Puts an entry last and drops the oldest one above `max`, so that what is remembered stays bounded. */
export function setBounded<Key, Value>(
  map: Map<Key, Value>,
  { key, value, max }: { readonly key: Key; readonly value: Value; readonly max: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
