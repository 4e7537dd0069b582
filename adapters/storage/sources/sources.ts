import { contentHash } from '../../../domain/values/content-hash.ts';
import { headingsOf } from '../../../domain/documents/headings.ts';
import { combineIndexes, idsInIndex } from '../../../domain/documents/index-file.ts';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { Documents, LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { isTeamSource, slugFromSourceId } from '../../../domain/team/topic-slug.ts';
import {
  isUrlId,
  originDetails,
  publicPageUrl,
  type SourceOrigins,
} from '../../../domain/documents/source-origins.ts';
import { rememberLast } from '../remember-last.ts';
import { shorten } from '../shorten.ts';

/**
 * What answers are made of. Only an id that stands in the index as it is now is loaded, and texts are read anew at
 * each load, never fetched, so an answer never rests on a page that is gone.
 */
export function createSources({
  library,
  documentIndex,
  documents,
  origins,
  publicUrls,
}: {
  readonly library: Pick<Library, 'index' | 'topic'>;
  readonly documentIndex: () => Promise<string>;
  readonly documents: Pick<Documents, 'textOf'>;
  readonly origins: SourceOrigins;
  readonly publicUrls: Readonly<Record<string, string>>;
}): Pick<Sources, 'combinedIndex' | 'documentIndex' | 'load'> {
  const stands = rememberLast(idsInIndex);
  const standsInTeam = rememberLast(idsInIndex);

  return {
    combinedIndex: async (generation) =>
      combineIndexes(await documentIndex(), await library.index(generation)),
    documentIndex,

    async load(sourceId, generation) {
      const slug = slugFromSourceId(sourceId);
      if (slug !== null) {
        if (!standsInTeam(await library.index(generation)).has(sourceId)) throw notInIndex(sourceId);
        const topic = await library.topic(generation, slug);
        if (!topic) throw gone(sourceId);
        return loaded(sourceId, slug.replaceAll('-', ' '), topic.text, null);
      }
      if (!sourceId.startsWith('kb:') || !stands(await documentIndex()).has(sourceId))
        throw notInIndex(sourceId);
      const path = sourceId.slice('kb:'.length);
      const { title, text, slug: published } = await documents.textOf(sourceId);
      const url = isUrlId(sourceId) ? publicPageUrl(origins, path) : publicUrl(publicUrls, path, published);
      const shownTitle = withOriginTitle(origins, sourceId, title ?? sourceTitle(text, path));
      return loaded(sourceId, shownTitle, text, url);
    },
  };
}

/** A single address has the title of the config; what comes from a folder or a site has that one before its own. */
function withOriginTitle(origins: SourceOrigins, sourceId: string, own: string): string {
  const { title } = originDetails(origins, sourceId);
  if (title === null) return own;
  return origins.urls.some(({ url }) => `kb:${url}` === sourceId) ? title : `${title}: ${own}`;
}

const loaded = (sourceId: string, title: string, text: string, url: string | null): LoadedSource => ({
  sourceId,
  title,
  text,
  url,
  contentHash: contentHash(text),
});

// An id may come from a model, so neither sentence repeats it.
const notInIndex = (sourceId: string): PortError =>
  finalError('source_unknown', `A ${kindOf(sourceId)} that does not stand in the index cannot be loaded.`);

const gone = (sourceId: string): PortError =>
  finalError(
    'source_gone',
    `A ${kindOf(sourceId)} that stands in the index has no stored text any more; refresh the index.`,
  );

const kindOf = (sourceId: string): string => (isTeamSource(sourceId) ? 'team topic' : 'document');

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
  return title ? shorten(title, maxTitleChars) : readableName(relPath);
}

/** `guides/Getting-Started.md` is read as "Getting Started". */
function readableName(relPath: string): string {
  const file = relPath.split('/').at(-1) ?? relPath;
  const name = file
    .replace(/\.[a-z]+$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  return shorten(name || file, maxTitleChars);
}
