/** What storage says to an operator: files, lines and counts, never what a member wrote. A pino logger is one. */
export interface StorageLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
