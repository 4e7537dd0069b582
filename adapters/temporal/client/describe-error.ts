import { TemporalFailure } from '@temporalio/common';
import { PortError } from '../../../domain/ports/errors.ts';

export interface ErrorDescription {
  readonly name: string;
  /** Only of errors whose sentences are Steward's or Temporal's own. */
  readonly message?: string;
  /** Where it was thrown, without the message. */
  readonly at?: readonly string[];
}

const keptFrames = 8;

/**
 * An error for the log. A foreign error's message may quote what a person wrote (a JSON parser's does), so only its name
 * and where it happened are kept.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name } = error;
  if (error instanceof PortError || error instanceof TemporalFailure) return { name, message: error.message };
  return { name, at: frames(error) };
}

/**
 * Temporal's own sentence about a run that a version of the workflows cannot continue, out of whatever quotes it. It holds names of
 * steps, and nothing that anybody wrote. Null: there is none.
 */
export const replayProblem = (text: string): string | null =>
  /\[TMPRL\d+\][^"\\\n]{1,300}/u.exec(text)?.[0].trim() ?? null;

/** The stack begins with the message, which may hold lines that look like frames. */
function frames({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, keptFrames)
    .map((line) => line.trim());
}
