import type { Log } from '../../domain/ports/log.ts';

/** Messages for operators: files, lines and counts, never what members wrote. */
export type StorageLog = Pick<Log, 'info' | 'warn'>;
