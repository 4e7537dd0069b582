/** What this folder says to an operator: ids, names of settings and counts, never what a member wrote. */
export interface DiscordLog {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}
