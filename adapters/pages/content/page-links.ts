import { load, type CheerioAPI } from 'cheerio';
import { identify, type DocumentBytes } from './identify.ts';

const maxLinks = 20_000;
const maxLinkChars = 4096;

/** The absolute targets of an HTML page's links, each once, without those marked `nofollow`. */
export function pageLinks({ baseUrl, ...document }: DocumentBytes): readonly string[] {
  const { kind, text } = identify(document);
  if (kind !== 'html' || text === null) return [];
  const $ = load(text);
  if (/nofollow|none/iu.test($('meta[name="robots" i]').attr('content') ?? '')) return [];
  const base = baseOf($, baseUrl);
  const targets = new Set<string>();
  for (const { attribs } of $('a[href]').toArray()) {
    if (/\bnofollow\b/iu.test(attribs['rel'] ?? '')) continue;
    const url = URL.parse(attribs['href'] ?? '', base ?? undefined);
    if (url && url.href.length <= maxLinkChars) {
      url.hash = '';
      targets.add(url.href);
    }
    if (targets.size >= maxLinks) break;
  }
  const refresh = refreshTarget($);
  const next = refresh === null ? null : URL.parse(refresh, base ?? undefined);
  if (next) targets.add(next.href);
  return [...targets];
}

/** Where a page leads by itself, after a few seconds at most; null if it stays. */
export const refreshTarget = ($: CheerioAPI): string | null =>
  /^\s*\d{1,2}\s*[;,]\s*url\s*=\s*["']?([^"'\s]{1,2000})/iu.exec(
    $('meta[http-equiv="refresh" i]').attr('content') ?? '',
  )?.[1] ?? null;

/** The address that relative links start from: that of `<base>`, or else the page's own. */
export const baseOf = ($: CheerioAPI, baseUrl: string | null): string | null =>
  URL.parse($('base[href]').attr('href') ?? '', baseUrl ?? undefined)?.href ?? baseUrl;
