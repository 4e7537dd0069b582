import { sourceState } from '../domain/documents/known-sources.ts';
import { sourceReports, type SourceReport } from '../domain/documents/source-report.ts';
import type { Library } from '../domain/ports/library.ts';
import type { KnownSources, LoadedSource, Sources } from '../domain/ports/sources.ts';

const readAtOnce = 8;

/** Reads every page of the index as the model does, and says what looks wrong. One that cannot be read is left out. */
export async function checkSources({
  knownSources,
  sources,
  library,
}: {
  readonly knownSources: Pick<KnownSources, 'all'>;
  readonly sources: Pick<Sources, 'load'>;
  readonly library: Pick<Library, 'liveGeneration'>;
}): Promise<readonly SourceReport[]> {
  const listedSources = await knownSources.all();
  const generation = await library.liveGeneration();
  const indexed = listedSources.filter((source) => sourceState(source) === 'indexed');
  const pages: LoadedSource[] = [];
  for (let from = 0; from < indexed.length; from += readAtOnce) {
    const some = indexed.slice(from, from + readAtOnce);
    const loads = await Promise.allSettled(some.map(({ sourceId }) => sources.load(sourceId, generation)));
    pages.push(...loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : [])));
  }
  return sourceReports(listedSources, pages);
}
