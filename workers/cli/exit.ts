import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { ConfigError } from '../../config/problem.ts';
import { failedWith, PortError } from '../../domain/ports/errors.ts';

/** Exit codes that a supervisor or a script can tell apart. */
export const exitCodes = {
  ok: 0,
  /** It may work another time. */
  failed: 1,
  /** A mistake in the command line, the config or a script, which a restart does not correct. */
  usage: 2,
  /** `doctor`: everything works, but somebody should look at something. */
  warned: 3,
} as const;

/** Errors that a restart does not correct: a person must change the token, a switch, the config or the store. */
const setupMistakes = [
  'discord_no_token',
  'discord_wrong_token',
  'discord_disallowed_intents',
  'discord_no_guild',
  'discord_no_channel',
  'discord_token_in_use',
  'discord_unknown_guild',
  'discord_unknown_channel',
  'model_not_found',
  'model_unauthorized',
  'no_model',
  'storage_aside',
  'storage_newer',
  'storage_not_a_database',
  'store_is_empty',
  'store_of_another',
  'version_not_current',
  'view_of_another_store',
] as const;

/** One sentence for a person, and the exit code. */
export function explain(error: unknown): { readonly sentence: string; readonly code: number } {
  // `ScriptError` by its name, because only some commands load its module.
  if (error instanceof ConfigError || (error instanceof Error && error.name === 'ScriptError')) {
    return { sentence: error.message, code: exitCodes.usage };
  }
  if (failedWith(error, ...setupMistakes)) return { sentence: error.message, code: exitCodes.usage };
  if (error instanceof PortError) return { sentence: error.message, code: exitCodes.failed };
  if (error instanceof Error && error.name === 'ExitPromptError')
    return { sentence: 'Stopped. Nothing was written.', code: 128 + constants.signals.SIGINT };
  if (error instanceof UsageError) return { sentence: error.message, code: exitCodes.usage };
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    sentence: `Steward has a bug (${name}: ${message}). Please report it, with the steps that led to it.`,
    code: exitCodes.failed,
  };
}

/** A wrong value on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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
