import { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure } from './page-failure.ts';

/** Turns what the network or zlib threw into one sentence. An aborted request of the caller's goes through as it is. */
export function toPageFailure(
  error: unknown,
  { signal, timeoutSeconds }: { readonly signal?: AbortSignal; readonly timeoutSeconds: number },
): unknown {
  if (signal?.aborted) return signal.reason;
  const known = [error, causeOf(error)].find((one) => one instanceof PortError);
  if (known) return known;
  const code = codeOf(error);
  const transient = { kind: 'transient', cause: error } as const;
  if (isTimeout(error) || timeouts.includes(code)) {
    return pageFailure('page_timed_out', `The page took longer than ${timeoutSeconds} s.`, transient);
  }
  if (code === 'ENOTFOUND') {
    return pageFailure('page_unreachable', 'No such host is known.', transient);
  }
  if (code.startsWith('Z_BUF') || cuts.includes(code)) {
    return pageFailure('page_cut', 'The connection was cut before the page was whole.', transient);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.includes('_BROTLI_')) {
    return pageFailure('page_encoding', 'The page says that it is compressed, but it is damaged.', {
      cause: error,
    });
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/u.test(code)) {
    return pageFailure('page_certificate', 'The certificate of the host is not valid.', { cause: error });
  }
  return pageFailure('page_unreachable', 'The host cannot be reached, or does not speak HTTP.', transient);
}

const timeouts: readonly string[] = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

const cuts: readonly string[] = [
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_ABORTED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ERR_STREAM_PREMATURE_CLOSE',
];

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

const codeOf = (error: unknown): string =>
  [error, causeOf(error)]
    .map((one) => (one as { readonly code?: unknown } | undefined)?.code)
    .find((code) => typeof code === 'string') ?? '';
