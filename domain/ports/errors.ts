/** `transient` is worth another attempt with the same input, `final` is not. */
export type FailureKind = 'transient' | 'final';

/**
 * What an adapter throws. `message` is Steward's own sentence, never a text from a member, a page or a model: it ends
 * up in Temporal's history and in logs.
 */
export class PortError extends Error {
  override readonly name = 'PortError';
  readonly kind: FailureKind;
  /** A short name for searching, like `model_unauthorized` or `chat_forbidden`. */
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(failure: {
    readonly kind: FailureKind;
    readonly code: string;
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
