/** BM25's own constants. */
const saturation = 1.2;
const lengthShare = 0.75;

/** How much a term says among texts of which some hold it: the fewer do, the more. */
export const rarity = (holding: number, texts: number): number =>
  Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));

/**
 * How much of a term's weight a text has that holds it `count` times: from 0 towards 1, and the less the longer it is.
 * `relativeLength`: its length in average ones.
 */
export const saturated = (count: number, relativeLength: number): number =>
  count / (count + saturation * (1 - lengthShare + lengthShare * relativeLength));
