import type { Section } from '../database/section.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';

/**
 * The text files: printed from the tables after each commit, and read for what a person changed in them. Nothing of it rejects:
 * what the disk refuses is logged once, kept for `doctor`, and printed when it can be.
 */
export interface View {
  /** Takes in what has changed since the last look. */
  takeIn(): Promise<void>;
  /** Prints what follows from the tables now. */
  print(): Promise<void>;
  /** At start: both. */
  settle(): Promise<void>;
  /** Files, or their folder, that could not be printed or taken in. */
  behind(): readonly string[];
}

/** A store without text files. */
export const noView: View = {
  takeIn: async () => {},
  print: async () => {},
  settle: async () => {},
  behind: () => [],
};

/** A round over the files. */
export interface Round {
  /** Files as they were printed last, as far as this process knows: when they were written. */
  readonly clean: Map<string, string | null>;
  /** What the file system refuses concerns one file: it waits, and the others go on. */
  readonly attempt: (path: string, work: () => Section<void>) => Section<void>;
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly now: () => Date;
}
