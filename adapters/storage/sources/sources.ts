import { contentHash } from '../../../domain/values/content-hash.ts';
import { combineIndexes, idsInIndex } from '../../../domain/documents/index-file.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { Documents, LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { slugFromSourceId } from '../../../domain/team/topic-slug.ts';
import {
  isUrlId,
  originDetails,
  publicPageUrl,
  type SourceOrigins,
} from '../../../domain/documents/source-origins.ts';
import { rememberLast } from '../remember-last.ts';
import { publicUrl } from './public-url.ts';
import { sourceTitle } from './source-title.ts';

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
  new PortError({
    kind: 'final',
    code: 'source_unknown',
    message: `A ${kindOf(sourceId)} that does not stand in the index cannot be loaded.`,
  });

const gone = (sourceId: string): PortError =>
  new PortError({
    kind: 'final',
    code: 'source_gone',
    message: `A ${kindOf(sourceId)} that stands in the index has no stored text any more; refresh the index.`,
  });

const kindOf = (sourceId: string): string => (sourceId.startsWith('team:') ? 'team topic' : 'document');
