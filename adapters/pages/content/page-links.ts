import { load } from 'cheerio';
import { identify } from './identify.ts';
import type { DocumentBytes } from './extract-document.ts';

/** More are no longer a page that leads somewhere. */
const maxLinks = 20_000;

/** Where the links of an HTML page lead, absolute, each once; without those that the page asks not to follow. */
export function pageLinks({ baseUrl, ...document }: DocumentBytes): readonly string[] {
  const { kind, text } = identify(document);
  if (kind !== 'html' || text === null) return [];
  const $ = load(text);
  if (/nofollow|none/iu.test($('meta[name="robots" i]').attr('content') ?? '')) return [];
  const base = URL.parse($('base[href]').attr('href') ?? '', baseUrl ?? undefined)?.href ?? baseUrl;
  const found = new Set<string>();
  for (const { attribs } of $('a[href]').toArray()) {
    if (/\bnofollow\b/iu.test(attribs['rel'] ?? '')) continue;
    const url = URL.parse(attribs['href'] ?? '', base ?? undefined);
    if (url) {
      url.hash = '';
      found.add(url.href);
    }
    if (found.size >= maxLinks) break;
  }
  return [...found];
}
