/** Discord's epoch: 2015-01-01T00:00:00Z. */
const epochMilliseconds = 1_420_070_400_000;
const sequenceBits = 22n;

/** The Discord id for a time: milliseconds since Discord's epoch in the upper 42 bits, a sequence number below. */
export const snowflakeAt = (time: Date, sequence = 0): string =>
  String((BigInt(Math.max(0, time.getTime() - epochMilliseconds)) << sequenceBits) + BigInt(sequence));

/** The creation time of an id, to the millisecond. */
export const snowflakeTime = (id: string): Date =>
  new Date(Number(BigInt(id) >> sequenceBits) + epochMilliseconds);
