import { leftOutBeginning } from '../documents/known-sources.ts';
import type { PortErrorCode } from '../values/error-codes.ts';

/** Whether another attempt with the same input may succeed. */
export type FailureKind = 'transient' | 'final';

/**
 * The error that adapters throw. `message` is Steward's own sentence, never a text from a member, a page or a model: it
 * appears in Temporal's history and in logs.
 */
export class PortError<Code extends PortErrorCode = PortErrorCode> extends Error {
  override readonly name = 'PortError';
  readonly kind: FailureKind;
  readonly code: Code;
  readonly retryAfterSeconds: number | null;
  /** Whether a person named, set or brought something wrong; see `isMistake`. */
  readonly isMistake: boolean;

  constructor(failure: {
    readonly kind: FailureKind;
    readonly code: Code;
    readonly message: string;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
    readonly isMistake?: boolean;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
    this.isMistake = failure.isMistake ?? false;
  }
}

/** Whether a port threw one of these codes. */
export const failedWith = <Code extends PortErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is PortError<Code> => error instanceof PortError && codes.some((code) => code === error.code);

export const isTransient = (error: unknown): error is PortError =>
  error instanceof PortError && error.kind === 'transient';

export const isFinal = (error: unknown): error is PortError =>
  error instanceof PortError && error.kind === 'final';

/** The fields of an error that a log may show: a `PortError`'s message is Steward's own, any other may quote somebody. */
export const faultFields = (error: unknown) =>
  error instanceof PortError
    ? { code: error.code, reason: error.message }
    : { error: error instanceof Error ? error.name : typeof error };

/** The first lines of a stack, without the message: that may quote somebody, and hold lines that look like these. */
export function placesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error) || !error.stack?.includes(error.message)) return [];
  const lines = error.stack.slice(error.stack.indexOf(error.message) + error.message.length).split('\n');
  const places = lines.filter((line) => /^ {4}at /u.test(line)).slice(0, 8);
  return places.map((line) => line.trim());
}

/** An error that repeats with the same input. */
export const finalError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'final', code, message, cause });

/** A document that says itself that it is none for readers, or that another one stands for. `why` continues the sentence. */
export const documentLeftOut = (why: string) => finalError('document_left_out', `${leftOutBeginning}${why}.`);

/** Why a page that asks search engines not to list it is none of a site or a folder. Somebody may name it alone. */
export const unlisted = 'it asks not to be found (noindex)';

/** A final error that lasts until a person gives another name, value, configuration or store. */
export const mistake = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'final', code, message, cause, isMistake: true });

/** Whether an error, of whatever class, says in Steward's own words that a person has made a mistake. */
export const isMistake = (error: unknown): error is Error =>
  error instanceof Error && 'isMistake' in error && error.isMistake === true;

/** An error that may disappear on its own, or once a person has fixed something outside of Steward. */
export const transientError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'transient', code, message, cause });

/** Words that were read before an erasure are not written after it. */
export const personForgotten = (): PortError =>
  transientError(
    'person_forgotten',
    'A person was forgotten meanwhile; the step runs again without their words.',
  );
