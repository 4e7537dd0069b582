/** BM25's usual constants. */
const saturation = 1.2;
const lengthShare = 0.75;

/** The weight of a term by how many of the texts hold it: the fewer, the higher. */
export const rarity = (holding: number, texts: number): number =>
  Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));

/**
 * The share of a term's weight for a text that holds it `count` times, between 0 and 1. Longer texts get less:
 * `relativeLength` is the length divided by the average.
 */
export const saturated = (count: number, relativeLength: number): number =>
  count / (count + saturation * (1 - lengthShare + lengthShare * relativeLength));
