/** Memoizes a function for its last input. */
export function rememberLast<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let last: { readonly input: Input; readonly result: Result } | null = null;
  return (input) => {
    if (last?.input !== input) last = { input, result: compute(input) };
    return last.result;
  };
}
