/**
 * The text files: printed from the tables after each commit; of them only the raw archive is also read. Nothing of it rejects: what the
 * disk refuses is logged once, told by `doctor`, and printed when it can be.
 */
export interface Printer {
  /** Prints files whose data have changed. */
  print(): Promise<void>;
  /** Takes in entries that somebody put into the raw archive's folder, and prints again what is gone or was changed. */
  takeIn(): Promise<void>;
  /** Why files wait to be printed; null when none does. */
  waiting(): string | null;
}

/** A store without text files. */
export const noPrinter: Printer = { print: async () => {}, takeIn: async () => {}, waiting: () => null };
