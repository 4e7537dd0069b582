/** The emulator's limits. The defaults are higher than Discord's, which would slow down every test. */
export interface EmulatorLimits {
  /** Requests of one method and route in one channel or server; Discord's are 5 in 5 s for most that write. */
  readonly bucket: { readonly requests: number; readonly seconds: number };
  /** For all requests of a bot; Discord's limit is 50. */
  readonly requestsPerSecond: number;
  /** How many connections the bot should open. Discord wants one for each 2,500 servers. */
  readonly shards: number;
  /** The rest of the day's 1,000 new sessions. Discord resets the token of a bot that opens more. */
  readonly sessionsLeft: number;
  /** `atOnce` (Discord: 1) shards may identify at the same time, and the next ones `seconds` (Discord: 5) later. */
  readonly identify: { readonly seconds: number; readonly atOnce: number };
}

export const roomyLimits: EmulatorLimits = {
  bucket: { requests: 1_000, seconds: 1 },
  requestsPerSecond: 100_000,
  shards: 1,
  sessionsLeft: 1_000,
  identify: { seconds: 0, atOnce: 1 },
};
