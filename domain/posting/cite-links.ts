import type { Citation } from '../reply/reply-record.ts';

/**
 * The citations of an answer with the links that lead somewhere. A link that does not is taken away, and its source stays by
 * its title. Where that leaves no link, the first source that lost its own gets the first of `fallbacks` that leads
 * somewhere: the page of the topic, then that of the profile. `leads` is asked for each address once.
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
  const kept = citations.map((one) =>
    one.url === null || working.has(one.url) ? one : { ...one, url: null },
  );
  if (working.size > 0) return kept;
  for (const fallback of fallbacks) {
    if (fallback === null || urls.includes(fallback) || !(await leads(fallback))) continue;
    const first = citations.findIndex(({ url }) => url !== null);
    return kept.map((one, at) => (at === first ? { ...one, url: fallback } : one));
  }
  return kept;
}
