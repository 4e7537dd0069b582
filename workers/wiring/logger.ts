import { pino, type Logger } from 'pino';

/**
 * One JSON object a line: to a file where a person looks at the terminal, else to standard error, since standard output
 * is for results. Fields hold ids, decisions and counts; anything that looks like a text or a key is taken out.
 */
export function createLogger({
  level,
  file,
  fieldsOfRun,
}: {
  readonly level: string;
  readonly file: string | null;
  /** For a process that works: whose work a line belongs to. */
  readonly fieldsOfRun?: () => object;
}): Logger {
  const options = {
    level,
    base: null,
    ...(fieldsOfRun && { mixin: fieldsOfRun }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.text', '*.question', '*.answer', '*.api_key', '*.token'], censor: '[removed]' },
  };
  return pino(options, pino.destination({ dest: file ?? 2, mkdir: true, sync: true }));
}
