/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** US dollars. Null without a price: what is unknown is not 0. */
export const costOf = (price: Price | null, { inputTokens, outputTokens }: Tokens): number | null =>
  price === null ? null : (inputTokens * price.input + outputTokens * price.output) / 1_000_000;

/** Known costs together; null when none is known. */
export function totalCost(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
