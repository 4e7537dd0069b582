/** Discord's epoch: 2015-01-01T00:00:00Z. */
const epochMilliseconds = 1_420_070_400_000;
const sequenceBits = 22n;

/** An id of a moment, its smallest by default: milliseconds since Discord's epoch in the upper 42 bits, a sequence below. */
export const snowflakeAt = (time: Date, sequence = 0): string =>
  String((BigInt(Math.max(0, time.getTime() - epochMilliseconds)) << sequenceBits) + BigInt(sequence));

/** When an id was made, to the millisecond. */
export const snowflakeTime = (id: string): Date =>
  new Date(Number(BigInt(id) >> sequenceBits) + epochMilliseconds);
