import type { QaId } from '../values/qa-id.ts';

/** An entry that a rebuild could not settle. */
export interface FailedEntry {
  readonly qaId: QaId;
  readonly cause: string;
}

export interface RegenerationCounts {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  readonly topics: number;
}
