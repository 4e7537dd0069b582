import type { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure } from './page-failure.ts';

/** Longer waits are not believed. */
const maxRetryAfterSeconds = 86_400;

/** What a status other than 200 and 304 means. */
export function statusFailure(status: number, retryAfter: string | null): PortError {
  if (status === 404 || status === 410) {
    return pageFailure('page_not_found', `The host answers ${status}: there is no such page.`);
  }
  if (status === 401 || status === 403) {
    return pageFailure('page_needs_login', `The host answers ${status}: it asks for a login or refuses.`);
  }
  if (status === 429) {
    return pageFailure('page_rate_limited', 'The host answers 429: too many requests.', {
      kind: 'transient',
      retryAfterSeconds: secondsOf(retryAfter),
    });
  }
  if (status >= 500 || status === 408 || status === 425) {
    return pageFailure('page_server_error', `The host answers ${status}: it has an internal problem.`, {
      kind: 'transient',
      retryAfterSeconds: secondsOf(retryAfter),
    });
  }
  return pageFailure('page_status', `The host answers ${status} where 200 is expected.`);
}

/** Of a Retry-After header: seconds, or a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/u.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSeconds) : null;
}
