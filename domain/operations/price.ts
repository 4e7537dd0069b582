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
