import type { DiscoveredPage } from '../../../domain/ports/pages.ts';
import type { LoadText } from './load-text.ts';

/** Yields the links in a site's `llms.txt`, which is Markdown. */
export function* readLlmsTxt(text: string, base: string): Generator<string> {
  // Some sites answer every address with an HTML page.
  if (/^\s*</u.test(text)) return;
  for (const [, target = ''] of text.matchAll(/\]\(\s*<?([^\s()<>]{1,4096})/gu)) {
    const url = URL.parse(target, base);
    if (url) yield url.href;
  }
}

type Listed = Pick<DiscoveredPage, 'url' | 'date'>;

/** Enough for a large documentation site with an index of sections. */
const maxSitemaps = 100;
const maxDepth = 3;

/**
 * Yields the addresses in sitemaps and in the sitemaps that they list, each with its day. `mayLoad` decides which sitemaps are loaded; the caller
 * must check whether the addresses belong to the site. Yields nothing if there is no sitemap.
 */
export async function* readSitemap(
  load: LoadText,
  { urls, mayLoad }: { readonly urls: readonly string[]; readonly mayLoad: (url: string) => boolean },
): AsyncGenerator<Listed> {
  const waiting: { readonly url: string; readonly depth: number }[] = [];
  const listed = new Set<string>();
  const list = (url: string, depth: number) => {
    if (listed.size >= maxSitemaps || listed.has(url) || !mayLoad(url)) return;
    listed.add(url);
    waiting.push({ url, depth });
  };
  for (const url of urls) list(url, 0);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { url, depth } = next;
    const text = await load(url);
    if (text === null) continue;
    if (!isIndex(text)) yield* locations(text, url);
    else if (depth < maxDepth) for (const nested of locations(text, url)) list(nested.url, depth + 1);
  }
}

const isIndex = (text: string): boolean => /<(?:\w+:)?sitemapindex\b/u.test(text.slice(0, 4096));

/** Reads XML sitemaps and plain lists of addresses. */
function* locations(text: string, base: string): Generator<Listed> {
  const isXml = /^\s*</u.test(text);
  const read = isXml ? withoutComments(text) : text;
  const addresses = isXml
    ? read.matchAll(/<(?!image:|video:|news:|xhtml:)(?:[\w-]+:)?loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,4096})/gu)
    : read.matchAll(/^(http\S+)$/gmu);
  for (const { 1: location = '', index } of addresses) {
    const url = URL.parse(unescapeXml(location.trim()), base);
    // What belongs to the address stands soon behind it.
    const [own = ''] = read.slice(index, index + location.length + 300).split(/<\/(?:\w+:)?url>/u);
    const date = /<(?:\w+:)?lastmod>\s*(\d{4}-\d\d-\d\d)/u.exec(own)?.[1] ?? null;
    if (url) yield { url: url.href, date };
  }
}

/** A sitemap is long, so each part behind the beginning of a comment is looked at once. */
const withoutComments = (xml: string): string =>
  xml
    .split('<!--')
    .map((part, at) => (at === 0 ? part : part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : ''))
    .join('');

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|apos|amp);/gu, (_, name: string) => entities[name] ?? '');
