import type { Section } from './database/section.ts';
import type { StorageLog } from './storage-log.ts';
import type { StoragePaths } from './storage-paths.ts';

/**
 * The text files: printed from the tables after each commit, and read for what a person changed in them. Nothing of it rejects:
 * what the disk refuses is logged once, kept for `doctor`, and printed when it can be.
 */
export interface View {
  /** Takes in edits since the last look. */
  takeIn(): Promise<void>;
  /** Prints files whose data have changed. */
  print(): Promise<void>;
  /** Does both, at start. */
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

/** One pass over the files. */
export interface Round {
  /** The stamps of files that this process knows to be unedited, by path. */
  readonly clean: Map<string, string | null>;
  /** Runs work on one file; if the file system refuses it, the file waits and the others continue. */
  readonly attempt: (path: string, work: () => Section<void>) => Section<void>;
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly now: () => Date;
}
