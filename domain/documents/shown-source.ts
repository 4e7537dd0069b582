import { shortenedTo } from '../values/text.ts';
import { headingsOf } from './headings.ts';
import { originDetails, type SourceOrigins } from './source-origins.ts';

/** Of GitHub, GitLab and Forgejo: these show files under their own names. */
const repository = /\/(?:blob|tree|src\/(?:branch|commit|tag))\//u;

/**
 * Where members read a document: the longest configured prefix of its path is replaced by its address, and its name is what
 * documentation sites make of it: Markdown without its extension, an index as its folder, reStructuredText as HTML. A slug takes
 * the place of the path, or of the file's name if it does not begin with a slash. Null where no prefix fits.
 */
export function publicUrl(
  publicUrls: Readonly<Record<string, string>>,
  relPath: string,
  slug: string | null = null,
): string | null {
  const prefix = Object.keys(publicUrls)
    .filter((candidate) => relPath.startsWith(candidate))
    .reduce<string | null>((best, next) => (best === null || next.length > best.length ? next : best), null);
  if (prefix === null) return null;
  const address = publicUrls[prefix] ?? '';
  const file = relPath.slice(prefix.length);
  const path = repository.test(address)
    ? file
    : file
        .replace(/(?<=^|\/)(?:index|readme)\.(?:md|mdx|markdown)$/iu, '')
        .replace(/\.(?:md|mdx|markdown)$/iu, '')
        .replace(/\.rst$/iu, '.html');
  const rest =
    slug === null ? path : slug.startsWith('/') ? slug.slice(1) : path.replace(/[^/]*$/u, () => slug);
  return address + rest.split('/').map(encodeURIComponent).join('/');
}

/** Longer than any title that helps. */
const maxTitleChars = 120;

/**
 * The document's own title: its first heading of the top level. Where a document has none (many open with a picture or the
 * product's name), its file's name says more than the heading of some section.
 */
export function sourceTitle(text: string, relPath: string): string {
  const headings = headingsOf(text.split(/\r?\n/u));
  const title = headings.find((heading) => heading.level === 1 && heading.title !== '')?.title;
  return title ? shortenedTo(title, maxTitleChars) : readableName(relPath);
}

/** `guides/Getting-Started.md` is read as "Getting Started". */
function readableName(relPath: string): string {
  const file = relPath.split('/').at(-1) ?? relPath;
  const name = file
    .replace(/\.[a-z]+$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  return shortenedTo(name || file, maxTitleChars);
}

/** A single address has the title of the config; what comes from a folder or a site has that one before its own. */
export function withOriginTitle(origins: SourceOrigins, sourceId: string, own: string): string {
  const { title } = originDetails(origins, sourceId);
  if (title === null) return own;
  return origins.urls.some(({ url }) => `kb:${url}` === sourceId) ? title : `${title}: ${own}`;
}
