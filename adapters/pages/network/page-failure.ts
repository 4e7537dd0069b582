import { PortError, type FailureKind } from '../../../domain/ports/errors.ts';
import type { PageErrorCode } from '../../../domain/ports/pages.ts';

/** A failure in Steward's own words: `message` may hold numbers and names of ranges, nothing that a server sent. */
export const pageFailure = (
  code: PageErrorCode,
  message: string,
  options: {
    readonly kind?: FailureKind;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
  } = {},
): PortError<PageErrorCode> => new PortError({ kind: 'final', code, message, ...options });

export const sizeInWords = (bytes: number): string =>
  bytes >= 1_000_000
    ? `${Number((bytes / 1_000_000).toFixed(1))} MB`
    : `${Number((bytes / 1000).toFixed(1))} kB`;
