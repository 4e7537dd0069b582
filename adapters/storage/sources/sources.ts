import { contentHash } from '../../../domain/values/content-hash.ts';
import { combineIndexes, idsInIndex } from '../../../domain/documents/index-file.ts';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { Documents, LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { isTeamSource, slugFromSourceId } from '../../../domain/team/topic-slug.ts';
import { publicUrl, sourceTitle, withOriginTitle } from '../../../domain/documents/shown-source.ts';
import { isUrlId, publicPageUrl, type SourceOrigins } from '../../../domain/documents/source-origins.ts';
import { remembering } from '../../../domain/values/bounded.ts';

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
  const stands = remembering(1, idsInIndex);
  const standsInTeam = remembering(1, idsInIndex);

  return {
    combinedIndex: async (generation) =>
      combineIndexes(await documentIndex(), await library.index(generation)),
    documentIndex,

    async load(sourceId, generation) {
      const slug = slugFromSourceId(sourceId);
      if (slug !== null) {
        if (!standsInTeam(await library.index(generation)).has(sourceId)) throw notInIndex(sourceId);
        const topic = await library.topic(generation, slug);
        if (!topic) throw sourceGone(sourceId);
        const { text } = topic;
        return loaded({ sourceId, title: slug.replaceAll('-', ' '), text, url: null });
      }
      if (!sourceId.startsWith('kb:') || !stands(await documentIndex()).has(sourceId))
        throw notInIndex(sourceId);
      const path = sourceId.slice('kb:'.length);
      const { title, text, slug: published, anchors, date } = await documents.textOf(sourceId);
      const url = isUrlId(sourceId)
        ? publicPageUrl(origins, published ?? path)
        : publicUrl(publicUrls, path, published);
      const shownTitle = withOriginTitle(origins, sourceId, title ?? sourceTitle(text, path));
      return loaded({ sourceId, title: shownTitle, text, url, anchors, ...(date && { date }) });
    },
  };
}

const loaded = (source: Omit<LoadedSource, 'contentHash'>): LoadedSource => ({
  ...source,
  contentHash: contentHash(source.text),
});

// An id may come from a model, so no message repeats it.
const notInIndex = (sourceId: string): PortError =>
  finalError('source_unknown', `A ${kindOf(sourceId)} that is not in the index cannot be loaded.`);

const sourceGone = (sourceId: string): PortError =>
  finalError(
    'source_gone',
    `The text of a ${kindOf(sourceId)} in the index is no longer stored; refresh the index.`,
  );

const kindOf = (sourceId: string): string => (isTeamSource(sourceId) ? 'team topic' : 'document');
