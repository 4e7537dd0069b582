/** The primary result codes of SQLite that Steward tells apart (sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;

/** The primary code of an error, which is the low byte of an extended one; 0 if the error is not SQLite's. */
export const resultCodeOf = (error: unknown): number =>
  ((error as { readonly errcode?: number } | null | undefined)?.errcode ?? 0) & 0xff;

/** The file is no database, or a damaged one. */
export const isDamaged = (error: unknown): boolean =>
  [resultCodes.damaged, resultCodes.noDatabase].some((code) => code === resultCodeOf(error));
