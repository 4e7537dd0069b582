import { isDeepStrictEqual } from 'node:util';
import { parseIndexCache, serializeIndexCache, type IndexCache } from '../../domain/documents/index-cache.ts';
import { formatIndex } from '../../domain/documents/index-file.ts';
import { writeFileIfChanged } from './files/durable-files.ts';
import { createFileViews } from './files/file-views.ts';
import type { StorageLog } from './storage-log.ts';

/** An index and its cache: two files that always belong together. */
export interface IndexPair {
  readonly index: string;
  readonly cache: string;
}

/** Reads caches, and keeps what it read until the file changes. Null when there is none or it cannot be used. */
export function createCacheReader(log: StorageLog): (path: string) => IndexCache | null {
  const views = createFileViews(({ path, text }) => {
    const { cache, problem } = parseIndexCache(text);
    if (problem !== null) log.warn({ file: path }, `index_cache_problem: ${path}: ${problem}`);
    return { cache };
  });
  return (path) => views.read(path)?.cache ?? null;
}

/**
 * Writes the cache, then the index that follows from it. A death in between leaves the former index whole and the new
 * cache, and the next sync writes the index that the cache gives. A cache whose sources are the same is left alone, so
 * that nothing changes on disk when nothing changed. Inside the lock.
 */
export function writeIndexPair(pair: IndexPair, former: IndexCache | null, next: IndexCache): void {
  if (!isDeepStrictEqual(former?.sources, next.sources))
    writeFileIfChanged(pair.cache, serializeIndexCache(next));
  writeFileIfChanged(pair.index, indexOf(next));
}

/** What was never described, such as a page that could not be fetched, is not in the index. */
export const indexOf = ({ sources }: IndexCache): string =>
  formatIndex(
    Object.entries(sources)
      .filter(([, record]) => record.summary_text.trim() !== '')
      .map(([sourceId, record]) => ({ sourceId, description: record.summary_text })),
  );
