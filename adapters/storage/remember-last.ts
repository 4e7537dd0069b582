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
  const valuesByKey = new Map<number, Value>();
  return {
    get: (key) => valuesByKey.get(key),
    set(key, value) {
      valuesByKey.delete(key);
      valuesByKey.set(key, value);
      const [oldest] = valuesByKey;
      if (valuesByKey.size <= most || !oldest) return;
      valuesByKey.delete(oldest[0]);
      giveUp(oldest[1]);
    },
    values: () => valuesByKey.values(),
  };
}
