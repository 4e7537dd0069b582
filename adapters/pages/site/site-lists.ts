import type { LoadText } from './load-text.ts';

/** The addresses that a site's `llms.txt` lists for models, in their order: the links of a Markdown file. */
export function* readLlmsTxt(text: string, base: string): Generator<string> {
  // A page for every address is HTML; a list for models never is.
  if (/^\s*</u.test(text)) return;
  for (const [, target = ''] of text.matchAll(/\]\(\s*<?([^\s()<>]{1,4096})/gu)) {
    const url = URL.parse(target, base);
    if (url) yield url.href;
  }
}

/** Enough for a documentation site of any size: an index of sections, each with its pages. */
const maxSitemaps = 100;
const maxDepth = 3;

/**
 * The addresses in a sitemap and in those that it is an index of. Yields nothing when there is none; whether what it
 * lists belongs to the site is the caller's to judge, also for the other sitemaps.
 */
export async function* readSitemap(
  load: LoadText,
  { urls, mayLoad }: { readonly urls: readonly string[]; readonly mayLoad: (url: string) => boolean },
): AsyncGenerator<string> {
  const waiting = urls.map((url) => ({ url, depth: 0 }));
  const asked = new Set<string>();
  for (let next = waiting.shift(); next && asked.size < maxSitemaps; next = waiting.shift()) {
    const { url, depth } = next;
    if (asked.has(url) || !mayLoad(url)) continue;
    asked.add(url);
    const text = await load(url);
    if (text === null) continue;
    if (!isIndex(text)) yield* locations(text, url);
    else if (depth < maxDepth)
      for (const nested of locations(text, url)) waiting.push({ url: nested, depth: depth + 1 });
  }
}

const isIndex = (text: string): boolean => /<(?:\w+:)?sitemapindex\b/u.test(text.slice(0, 4096));

/** Of XML sitemaps, and of those that are plain lists of addresses. */
function* locations(text: string, base: string): Generator<string> {
  const isXml = /^\s*</u.test(text);
  const found = isXml
    ? text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,4096})/gu)
    : text.matchAll(/^(http\S+)$/gmu);
  for (const [, location = ''] of found) {
    const url = URL.parse(unescapeXml(location.trim()), base);
    if (url) yield url.href;
  }
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
