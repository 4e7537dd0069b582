import type { Logger } from 'pino';

/** What this folder needs of a pino logger. */
export type TemporalLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
