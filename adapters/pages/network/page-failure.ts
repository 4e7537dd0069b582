import { PortError, type FailureKind } from '../../../domain/ports/errors.ts';

/** What a page's failure is called, in `PortError.code` and in the list of sources. */
export type PageFailureCode =
  | 'page_bad_url'
  | 'page_forbidden_address'
  | 'page_not_found'
  | 'page_needs_login'
  | 'page_rate_limited'
  | 'page_server_error'
  | 'page_status'
  | 'page_redirects'
  | 'page_too_large'
  | 'page_timed_out'
  | 'page_unreachable'
  | 'page_certificate'
  | 'page_cut'
  | 'page_encoding'
  | 'page_wrong_kind'
  | 'page_not_rendered'
  | 'site_robots'
  | 'site_empty'
  | 'browser_missing';

/** A failure in Steward's own words: `message` may hold numbers and names of ranges, nothing that a server sent. */
export const pageFailure = (
  code: PageFailureCode,
  message: string,
  options: {
    readonly kind?: FailureKind;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
  } = {},
): PortError => new PortError({ kind: 'final', code, message, ...options });

export const sizeInWords = (bytes: number): string =>
  bytes >= 1_000_000
    ? `${Number((bytes / 1_000_000).toFixed(1))} MB`
    : `${Number((bytes / 1000).toFixed(1))} kB`;
