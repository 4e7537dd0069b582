import { shortenedTo } from '../values/text.ts';
import { headingsOf } from './headings.ts';
import { originDetails, type SourceOrigins } from './source-origins.ts';

/** Addresses of GitHub, GitLab and Forgejo, which show files under their own names. */
export const repository = /\/(?:blob|tree|src\/(?:branch|commit|tag))\//u;

/**
 * The address of a document for members. The longest configured prefix of its path is replaced by its address, and the file
 * becomes what documentation sites make of it: Markdown loses its extension, an index becomes its folder, reStructuredText
 * and AsciiDoc become HTML. Numbers that only order pages go. A slug replaces the path if it begins with a slash, otherwise
 * the file's name. Null if no prefix matches.
 */
export function publicUrl(
  publicUrls: Readonly<Record<string, string>>,
  relPath: string,
  slug: string | null = null,
): string | null {
  const [prefix] = Object.keys(publicUrls)
    .filter((candidate) => relPath.startsWith(candidate))
    .toSorted((a, b) => b.length - a.length);
  if (prefix === undefined) return null;
  const address = publicUrls[prefix] ?? '';
  const file = relPath.slice(prefix.length);
  const path = repository.test(address)
    ? file
    : file
        .replace(/(?<=^|\/)(?:\d+[-_.])?_?(?:index|readme)\.(?:md|mdx|markdown)$/iu, '')
        .replace(/\.(?:md|mdx|markdown)$/iu, '')
        .replaceAll(order, '')
        .replace(/\.(?:rst(?:\.txt)?|a(?:scii)?doc|ipynb)$/iu, '.html');
  const rest =
    slug === null ? path : slug.startsWith('/') ? slug.slice(1) : path.replace(/[^/]*$/u, () => slug);
  return address + rest.split('/').map(encodeURIComponent).join('/');
}

/** `01-intro` and `2.guides`, but neither a date nor a version. */
const order = /(?<=^|\/)\d{1,3}\s*[-_.]+\s*(?=[^\d\s\-_./][^/]*(?:\/|$))(?![^/]*\.(?!html?$)[a-z]+$)/giu;

/** Longer than any useful title. */
const maxTitleChars = 120;

/**
 * The document's title: its first top-level heading. If it has none (many open with a picture or the product's name), its
 * file's name says more than the heading of some section.
 */
export function sourceTitle(text: string, relPath: string): string {
  const headings = headingsOf(text.split(/\r?\n/u));
  const title = headings.find((heading) => heading.level === 1 && heading.title !== '')?.title;
  return title ? shortenedTo(title, maxTitleChars) : readableName(relPath);
}

/** `guides/Getting-Started.md` becomes "Getting Started". */
function readableName(relPath: string): string {
  const file = relPath.split('/').at(-1) ?? relPath;
  const name = file
    .replace(/\.[a-z]+$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  return shortenedTo(name || file, maxTitleChars);
}

/** The config's title replaces that of a single address, and precedes those of a folder's or site's documents. A version follows. */
export function withOriginTitle(origins: SourceOrigins, sourceId: string, sourceTitle: string): string {
  const { title, version } = originDetails(origins, sourceId);
  const versioned = (name: string) => (version === null ? name : `${name} (${version})`);
  if (title === null) return versioned(sourceTitle);
  const isSingle = origins.urls.some(({ url }) => `kb:${url}` === sourceId);
  return versioned(isSingle ? title : `${title}: ${sourceTitle}`);
}

/** What the configuration says of a source's title and address. Where it changes, what was read of the source is no longer shown. */
export function configuredNames(
  origins: SourceOrigins,
  publicUrls: Readonly<Record<string, string>>,
  sourceId: string,
): string {
  const { title, version, public_url: url } = originDetails(origins, sourceId);
  return JSON.stringify([title, version, url, publicUrl(publicUrls, sourceId.slice('kb:'.length))]);
}
