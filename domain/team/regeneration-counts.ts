export interface RegenerationCounts {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  /** Entries that a model refused or answered unusably: `npx steward captures list` has them after the publication. */
  readonly failed: number;
  readonly topics: number;
}
