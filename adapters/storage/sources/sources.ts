import { contentHash } from '../../../domain/content-hash.ts';
import { combineIndexes, parseIndex } from '../../../domain/index-file.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { slugFromSourceId } from '../../../domain/topic-slug.ts';
import { documentRoot } from '../documents/documents.ts';
import { readDocument } from '../documents/read-document.ts';
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
}): Sources {
  const stands = rememberLast((index: string) => new Set(parseIndex(index).map(({ sourceId }) => sourceId)));
  const standsInTeam = rememberLast(
    (index: string) => new Set(parseIndex(index).map(({ sourceId }) => sourceId)),
  );

  return {
    combinedIndex: async (generation) => combineIndexes(documentIndex(), await library.index(generation)),
    documentIndex: async () => documentIndex(),

    async load(sourceId, generation) {
      const slug = slugFromSourceId(sourceId);
      if (slug !== null) {
        if (!standsInTeam(await library.index(generation)).has(sourceId)) throw notInIndex(sourceId);
        const topic = await library.topic(generation, slug);
        if (!topic) throw gone(sourceId);
        return loaded(sourceId, slug.replaceAll('-', ' '), topic.text, null);
      }
      if (!sourceId.startsWith('kb:') || !stands(documentIndex()).has(sourceId)) throw notInIndex(sourceId);
      const relPath = sourceId.slice('kb:'.length);
      if (/^https?:\/\//i.test(relPath)) throw gone(sourceId);
      const text = await readDocument(await documentRoot(sourcesDir), relPath);
      return loaded(sourceId, sourceTitle(text, relPath), text, publicUrl(publicUrls, relPath));
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

/** The index is the same for most loads, and parsing it is all that they cost. */
function rememberLast<Result>(compute: (input: string) => Result): (input: string) => Result {
  let last: { readonly input: string; readonly result: Result } | null = null;
  return (input) => {
    if (last?.input !== input) last = { input, result: compute(input) };
    return last.result;
  };
}

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
