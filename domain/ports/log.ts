/** A log in pino's shape. Fields hold ids, decisions, names of settings and counts, never a person's words. */
export interface Log {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}
