/** Memoizes a function for its last input. */
export function rememberLast<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let last: { readonly input: Input; readonly result: Result } | null = null;
  return (input) => {
    if (last?.input !== input) last = { input, result: compute(input) };
    return last.result;
  };
}

/** Keeps the values of the newest few keys and gives up older ones. */
export function newestKept<Value>(
  most: number,
  giveUp: (value: Value) => void = () => {},
): {
  readonly get: (key: number) => Value | undefined;
  readonly set: (key: number, value: Value) => void;
  readonly values: () => Iterable<Value>;
} {
  const kept = new Map<number, Value>();
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept;
      if (kept.size <= most || !oldest) return;
      kept.delete(oldest[0]);
      giveUp(oldest[1]);
    },
    values: () => kept.values(),
  };
}
