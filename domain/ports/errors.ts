import type { PortErrorCode } from '../values/error-codes.ts';

/** `transient` is worth another attempt with the same input, `final` is not. */
export type FailureKind = 'transient' | 'final';

/**
 * What an adapter throws. `message` is Steward's own sentence, never a text from a member, a page or a model: it ends
 * up in Temporal's history and in logs.
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

/** Whether a port failed in a way that the same input may not meet again. */
export const isTransient = (error: unknown): error is PortError =>
  error instanceof PortError && error.kind === 'transient';

/** Whether a port failed in a way that the same input meets again. */
export const isFinal = (error: unknown): error is PortError =>
  error instanceof PortError && error.kind === 'final';

/** What a log may say of a fault: a `PortError`'s message is Steward's own, any other may quote somebody. */
export const faultFields = (error: unknown) =>
  error instanceof PortError
    ? { code: error.code, reason: error.message }
    : { error: error instanceof Error ? error.name : typeof error };

/** A failure that the same input meets again. */
export const finalError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'final', code, message, cause });

/** A failure that may pass by itself, or once a person has put something right outside of Steward. */
export const transientError = <Code extends PortErrorCode>(code: Code, message: string, cause?: unknown) =>
  new PortError({ kind: 'transient', code, message, cause });
