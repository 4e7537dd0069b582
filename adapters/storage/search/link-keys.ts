import { posix } from 'node:path';

/**
 * The common form of a page and the links to it: its path or address without scheme, fragment, query, ending and slash
 * at the end. `kb:guides/ports.md`, `ports.html#x` inside `guides/` and `/guides/ports/` are one.
 */
const linkKey = (place: string): string =>
  place
    .replace(/^https?:\/\//iu, '')
    .replace(/[?#].*$/u, '')
    .replace(/(?:\/_?index)?\.(?:md|mdx|markdown|txt|rst|adoc|ipynb|html?|pdf|docx)$/iu, '')
    .replaceAll(/(?<=^|\/)\d{1,3}[-_.](?=[a-z])/giu, '')
    .replace(/^\/+|\/+$/gu, '')
    .toLowerCase();

/** The keys of a source: of its id and of its public address. */
export const keysOf = (sourceId: string, url: string | null): readonly string[] => [
  ...new Set([linkKey(sourceId.replace(/^kb:/u, '')), ...(url === null ? [] : [linkKey(url)])]),
];

const link = /\[[^[\]]{0,300}\]\(<?([^)\s>]{1,500})/gu;

/** The distinct keys that a section links to. Links are relative to the page's id or address. */
export function linkedKeys(sourceId: string, text: string): readonly string[] {
  const page = sourceId.replace(/^kb:/u, '');
  const keys = [...text.matchAll(link)].flatMap(([, target = '']) => {
    if (target.startsWith('#')) return [];
    if (/^https?:\/\//iu.test(target)) return linkKey(target);
    if (/^[a-z][a-z\d+.-]*:/iu.test(target)) return [];
    if (/^https?:\/\//iu.test(page)) {
      const resolved = URL.parse(target, page);
      return resolved ? linkKey(resolved.href) : [];
    }
    return linkKey(target.startsWith('/') ? target : posix.join(posix.dirname(page), target));
  });
  return [...new Set(keys)];
}
