import { PortError, type FailureKind } from '../../../domain/ports/errors.ts';
import type { PageErrorCode } from '../../../domain/values/error-codes.ts';
import { parseRetryAfter } from '../../../domain/values/parse-retry-after.ts';

/** `message` may contain numbers, names of ranges and addresses without queries, but nothing else that a server sent. */
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

const maxRetryAfterSeconds = 86_400;

/** The failure for a status other than 200 and 304. */
export function statusFailure(status: number, retryAfter: string | null): PortError {
  if (status === 404 || status === 410) {
    return pageFailure('page_not_found', `The host answers ${status}: there is no such page.`);
  }
  if (status === 401 || status === 403) {
    return pageFailure('page_needs_login', `The host answers ${status}: it asks for a login or refuses.`);
  }
  const passing = { kind: 'transient', retryAfterSeconds: secondsOf(retryAfter) } as const;
  if (status === 429)
    return pageFailure('page_rate_limited', 'The host answers 429: too many requests.', passing);
  if (status >= 500 || status === 408 || status === 425) {
    const sentence = `The host answers ${status}: it has an internal problem.`;
    return pageFailure('page_server_error', sentence, passing);
  }
  return pageFailure('page_status', `The host answers ${status} where 200 is expected.`);
}

/** The whole seconds that a Retry-After header asks to wait, at most a day. */
function secondsOf(retryAfter: string | null): number | null {
  const seconds = Math.ceil(parseRetryAfter(retryAfter, new Date()) ?? 0);
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSeconds) : null;
}

/** Explains an error of the network or zlib. If the caller aborted the request, returns the signal's reason. */
export function toPageFailure(error: unknown, timeoutSeconds: number, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  const portError = [error, causeOf(error)].find((one) => one instanceof PortError);
  if (portError) return portError;
  const code = codeOf(error);
  const transient = { kind: 'transient', cause: error } as const;
  if (isTimeout(error) || timeouts.includes(code)) {
    return pageFailure('page_timed_out', `The page took longer than ${timeoutSeconds} s.`, transient);
  }
  if (code === 'ENOTFOUND') {
    return pageFailure('page_unreachable', 'No such host is known.', transient);
  }
  // A body that was cut ends too early for zlib, too.
  if (
    (code.startsWith('Z_') && !code.startsWith('Z_BUF')) ||
    code.startsWith('ERR_BROTLI') ||
    code.includes('_BROTLI_')
  ) {
    return pageFailure('page_encoding', 'The page says that it is compressed, but it is damaged.', {
      cause: error,
    });
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/u.test(code)) {
    return pageFailure('page_certificate', 'The certificate of the host is not valid.', { cause: error });
  }
  return pageFailure(
    'page_unreachable',
    'The host cannot be reached, does not speak HTTP, or has cut the connection.',
    transient,
  );
}

const timeouts: readonly string[] = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

const codeOf = (error: unknown): string =>
  [error, causeOf(error)]
    .map((one) => (one as { readonly code?: unknown } | undefined)?.code)
    .find((code) => typeof code === 'string') ?? '';
