/** Discord's epoch: 2015-01-01T00:00:00Z. */
const epochMilliseconds = 1_420_070_400_000;
const sequenceBits = 22n;

/**
 * The id after `last`: milliseconds since Discord's epoch in the upper 42 bits, a sequence below. It is
 * greater than `last` whatever the clock does, so ids handed out one at a time grow even when the clock goes
 * back.
 */
export function nextSnowflake({ last, now }: { readonly last: string | null; readonly now: Date }): string {
  const ofNow = BigInt(Math.max(0, now.getTime() - epochMilliseconds)) << sequenceBits;
  const following = last === null ? 0n : BigInt(last) + 1n;
  return String(ofNow > following ? ofNow : following);
}

/** When an id was made, to the millisecond. */
export const snowflakeTime = (id: string): Date =>
  new Date(Number(BigInt(id) >> sequenceBits) + epochMilliseconds);
