/** A number with what it counts: "1 entry", "3 entries". `many` is `one` with an s unless told. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
