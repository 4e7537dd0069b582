/** The seconds from `now` until the time that a Retry-After header names, negative for one that has passed; null if it names none. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  // If it was sent twice, the first counts.
  const number = /^(-?\d+(?:\.\d+)?)\s?(?:s|sec|seconds)?(?:,|$)/iu.exec(value)?.[1];
  const date = /\d:\d\d/u.test(value) ? (Date.parse(value) - now.getTime()) / 1_000 : NaN;
  const seconds = Number(number ?? date);
  return Number.isNaN(seconds) ? null : seconds;
}
