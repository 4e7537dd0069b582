/** What this Discord allows. Roomy where a test says nothing else: Discord's own numbers would make every test wait. */
export interface EmulatorLimits {
  /** Requests of one method and route in one channel or server; Discord's are 5 in 5 s for most that write. */
  readonly bucket: { readonly requests: number; readonly seconds: number };
  /** All requests of a bot in a second; Discord's is 50. */
  readonly requestsPerSecond: number;
  /** How many connections Discord asks for: one for each 2,500 servers. */
  readonly shards: number;
  /** New sessions that are left of the day's 1,000. Discord takes the token of who goes on. */
  readonly sessionsLeft: number;
  /** Between two new sessions of the shards that share a place; Discord's is 5, and one place. */
  readonly identify: { readonly seconds: number; readonly atOnce: number };
}

export const roomyLimits: EmulatorLimits = {
  bucket: { requests: 1_000, seconds: 1 },
  requestsPerSecond: 100_000,
  shards: 1,
  sessionsLeft: 1_000,
  identify: { seconds: 0, atOnce: 1 },
};

/** Until the day's sessions are counted anew. */
export const sessionsResetMilliseconds = 14_400_000;

/** What a connection may send in a minute. */
export const commandsPerMinute = 120;
