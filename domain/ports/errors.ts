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

  constructor(failure: {
    readonly kind: FailureKind;
    readonly code: Code;
    readonly message: string;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
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

/** An error that repeats with the same input. */
export const finalError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'final', code, message, cause });

/** An error that may disappear on its own, or once a person has fixed something outside of Steward. */
export const transientError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'transient', code, message, cause });
