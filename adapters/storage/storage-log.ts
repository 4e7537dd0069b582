/** Messages for operators: files, lines and counts, never what members wrote. A pino logger fits. */
export interface StorageLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
