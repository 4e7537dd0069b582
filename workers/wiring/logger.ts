import { pino, type Logger } from 'pino';
import { escaped } from '../../adapters/terminal/harmless.ts';
import { logSentence } from '../../adapters/terminal/log-sentence.ts';

/**
 * Logs one JSON object a line, or a sentence: to a file if a person reads the terminal, otherwise to standard error, because standard output is
 * for results. Fields contain ids, decisions and counts; those named like texts or keys are removed.
 */
export function createLogger({
  level,
  file,
  inSentences = false,
  fieldsOfRun,
}: {
  readonly level: string;
  readonly file: string | null;
  /** For a person at a terminal; false by default. */
  readonly inSentences?: boolean;
  /** The run and step that a line belongs to, for a process with workers. */
  readonly fieldsOfRun?: () => object;
}): Logger {
  const options = {
    level,
    base: null,
    ...(fieldsOfRun && { mixin: fieldsOfRun }),
    // Names of files and messages of other programs reach the log, and `docker logs` shows it in a terminal.
    hooks: { streamWrite: escaped },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.text', '*.question', '*.answer', '*.api_key', '*.token'], censor: '[removed]' },
  };
  const destination = pino.destination({ dest: file ?? 2, mkdir: true, sync: true });
  if (!inSentences) return pino(options, destination);
  return pino(options, {
    write(line) {
      const sentence = logSentence(line);
      if (sentence !== null) destination.write(`${sentence}\n`);
    },
  });
}
