import { contentHash } from '../../../domain/content-hash.ts';
import { combineIndexes, parseIndex } from '../../../domain/index-file.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { documentPart, topicPart } from '../../../domain/load-part.ts';
import { slugFromSourceId } from '../../../domain/topic-slug.ts';
import { documentRoot } from '../documents/documents.ts';
import { readDocument } from '../documents/read-document.ts';
import { rememberLast } from '../remember-last.ts';
import { publicUrl } from './public-url.ts';
import { sourceTitle } from './source-title.ts';

/**
 * What answers are made of. Only an id that stands in the index as it is now is loaded, and texts are read from disk at
 * each load, so an answer never rests on a page that is gone.
 */
export function createSources({
  library,
  documentIndex,
  sourcesDir,
  publicUrls,
}: {
  readonly library: Pick<Library, 'index' | 'topic'>;
  readonly documentIndex: () => string;
  readonly sourcesDir: string;
  readonly publicUrls: Readonly<Record<string, string>>;
}): Pick<Sources, 'combinedIndex' | 'documentIndex' | 'load'> {
  const stands = rememberLast((index: string) => new Set(parseIndex(index).map(({ sourceId }) => sourceId)));
  const standsInTeam = rememberLast(
    (index: string) => new Set(parseIndex(index).map(({ sourceId }) => sourceId)),
  );

  return {
    combinedIndex: async (generation) => combineIndexes(documentIndex(), await library.index(generation)),
    documentIndex: async () => documentIndex(),

    async load(sourceId, generation, part) {
      const slug = slugFromSourceId(sourceId);
      if (slug !== null) {
        if (!standsInTeam(await library.index(generation)).has(sourceId)) throw notInIndex(sourceId);
        const topic = await library.topic(generation, slug);
        if (!topic) throw gone(sourceId);
        const shown = part ? topicPart(topic.text, part) : topic.text;
        return { ...loaded(sourceId, slug.replaceAll('-', ' '), topic.text, null), text: shown };
      }
      if (!sourceId.startsWith('kb:') || !stands(documentIndex()).has(sourceId)) throw notInIndex(sourceId);
      const relPath = sourceId.slice('kb:'.length);
      if (/^https?:\/\//i.test(relPath)) throw gone(sourceId);
      const text = await readDocument(await documentRoot(sourcesDir), relPath);
      const shown = part ? documentPart(text, part) : text;
      return {
        ...loaded(sourceId, sourceTitle(text, relPath), text, publicUrl(publicUrls, relPath)),
        text: shown,
      };
    },
  };
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
