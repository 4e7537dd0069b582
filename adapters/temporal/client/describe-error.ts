import { TemporalFailure } from '@temporalio/common';
import { placesOf, PortError } from '../../../domain/ports/errors.ts';

export interface ErrorDescription {
  readonly name: string;
  /** Only for errors whose messages Steward or Temporal wrote. */
  readonly message?: string;
  /** Stack frames. */
  readonly at?: readonly string[];
}

/**
 * Describes an error for the log. Messages of other libraries may quote what a person wrote, as a JSON parser's does, so only
 * their name and stack frames are kept.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name } = error;
  if (error instanceof PortError || error instanceof TemporalFailure) return { name, message: error.message };
  return { name, at: placesOf(error) };
}

/**
 * Extracts Temporal's message about a run that this version of the workflows cannot continue, or null. The message contains names
 * of steps, but nothing that people wrote.
 */
export const replayProblem = (text: string): string | null =>
  /\[TMPRL\d+\][^"\\\n]{1,300}/u.exec(text)?.[0].trim() ?? null;
