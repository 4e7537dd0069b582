import type { Citation } from '../reply/reply-record.ts';

/**
 * Whether a host says that there is no such page, by 404, by 410 or by a page that says so. One that refuses programs, asks for a
 * login, has too many requests, is in trouble or does not answer says nothing of what a member would find.
 */
export const leadsNowhere = ({
  ok,
  status,
}: {
  readonly ok: boolean;
  readonly status: number | null;
}): boolean => !ok && (status === 404 || status === 410 || status === 200);

/**
 * Removes links that lead nowhere from an answer's citations; their sources stay as titles. If no link is left, the first
 * source that lost its link gets the first of `fallbacks` that works: the topic's page, then the profile's. `leads`
 * checks each address once.
 */
export async function citeLinks({
  citations,
  fallbacks,
  leads,
}: {
  readonly citations: readonly Citation[];
  readonly fallbacks: readonly (string | null)[];
  readonly leads: (url: string) => Promise<boolean>;
}): Promise<readonly Citation[]> {
  const urls = [...new Set(citations.flatMap(({ url }) => url ?? []))];
  const checked = await Promise.all(urls.map(async (url) => [url, await leads(url)] as const));
  const working = new Set(checked.filter(([, ok]) => ok).map(([url]) => url));
  if (working.size === urls.length) return citations;
  const retained = citations.map((one) =>
    one.url === null || working.has(one.url) ? one : { ...one, url: null },
  );
  if (working.size > 0) return retained;
  for (const fallback of fallbacks) {
    if (fallback === null || urls.includes(fallback) || !(await leads(fallback))) continue;
    const first = citations.findIndex(({ url }) => url !== null);
    return retained.map((one, at) => (at === first ? { ...one, url: fallback } : one));
  }
  return retained;
}
