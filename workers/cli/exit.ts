import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { harmless } from '../../adapters/terminal/harmless.ts';
import { faultFields, isMistake, PortError } from '../../domain/ports/errors.ts';

/** Exit codes that a supervisor or a script can tell apart. */
export const exitCodes = {
  ok: 0,
  /** It did not work now, or the answer is no: nothing found, a check that does not hold. */
  failed: 1,
  /** What a person named, set or brought is wrong, so the same command fails again; see `isMistake`. */
  mistake: 2,
  /** `doctor`: everything works, but somebody should look at something. */
  warned: 3,
} as const;

/** One sentence for a person, and the exit code. */
export function explain(error: unknown): { readonly sentence: string; readonly code: number } {
  // Of two failures of a stop, the first says more.
  if (error instanceof SuppressedError) return explain(error.suppressed);
  if (isMistake(error)) return { sentence: error.message, code: exitCodes.mistake };
  if (error instanceof PortError) return { sentence: error.message, code: exitCodes.failed };
  if (error instanceof Error && error.name === 'ExitPromptError')
    return { sentence: 'Stopped. Nothing was written.', code: 128 + constants.signals.SIGINT };
  const refusal = systemRefusal(error);
  if (refusal) return refusal;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    sentence: `Steward has a bug (${name}: ${message}). Please report it, with the steps that led to it.`,
    code: exitCodes.failed,
  };
}

/** A sentence for a person, and for a worker's log a line of it. */
export function lastWords(sentence: string): string {
  const [, , command, ...options] = process.argv;
  if (command !== 'worker' || (process.stderr.isTTY && !options.includes('--json')))
    return `${harmless(sentence)}\n`;
  return endedLine({ reason: sentence });
}

/** The last line of a log, like those before it. */
const endedLine = (fields: object): string =>
  `${JSON.stringify({ level: 60, time: new Date().toISOString(), ...fields, msg: 'steward_ended' })}\n`;

/**
 * Ends the process after an error that nothing has caught, and says why in one line of JSON like those of the log. The error's own
 * message is left out unless it is Steward's, because it may quote somebody.
 */
export function endAfterFault(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = [...stack.matchAll(/^ {4}at .*?([\w.-]+:\d+):\d+\)?$/gmu)].slice(0, 5).map(([, place]) => place);
  const line = endedLine({ origin, ...faultFields(error), at });
  process.stderr.write(line, () => process.exit(exitCodes.failed));
}

/** Why a place cannot be used that a person has named, such as a folder that is a file. */
const wrongPlace: readonly (string | undefined)[] = [
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
];

/** What the system refuses to do with a file or a folder; null for any other error. */
function systemRefusal(error: unknown): ReturnType<typeof explain> | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return null;
  return {
    sentence: `${path} cannot be used: ${syscall} fails with ${code}.`,
    code: wrongPlace.includes(code) ? exitCodes.mistake : exitCodes.failed,
  };
}

/** A wrong value on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly isMistake = true;
}

/** The text of a file that the command line names. Throws a `UsageError` when it cannot be read. */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`,
    );
  }
}
