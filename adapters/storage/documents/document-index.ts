import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { emptyIndexCache, type IndexCache } from '../../../domain/documents/index-cache.ts';
import { parseIndex, type IndexEntry } from '../../../domain/documents/index-file.ts';
import type { DocumentIndex } from '../../../domain/ports/sources.ts';
import { makeFolderDurably, sweepTemporaries } from '../files/durable-files.ts';
import { createFileViews } from '../files/file-views.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { createCacheReader, indexOf, writeIndexPair, type IndexPair } from '../index-pair.ts';
import { transaction } from '../sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';

export interface DocumentIndexFiles {
  readonly port: DocumentIndex;
  /** At start: sweeps, and finishes a publication that died between its two files. */
  complete(): void;
  /** `index.txt` as it stands, empty when nothing was published. */
  index(): string;
  /** The same object as long as what was published is the same. */
  published(): PublishedIndex;
}

export interface PublishedIndex {
  readonly text: string;
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  /** Of the texts behind the entries, by source id. */
  readonly hashes: ReadonlyMap<string, string>;
}

export function createDocumentIndex({
  db,
  pair,
  log,
  now,
}: {
  readonly db: DatabaseSync;
  readonly pair: IndexPair;
  readonly log: StorageLog;
  readonly now: () => Date;
}): DocumentIndexFiles {
  const readCache = createCacheReader(log);
  const index = (): string => ignoreMissing(() => readFileSync(pair.index, 'utf8'), '');
  const views = createFileViews(({ text }) => ({ text, entries: parseIndex(text) }));
  let last: { readonly view: unknown; readonly cache: unknown; readonly is: PublishedIndex } | null = null;

  const published = (): PublishedIndex => {
    const view = views.read(pair.index);
    const cache = readCache(pair.cache);
    if (last?.view !== view || last?.cache !== cache) {
      const { text, entries } = view ?? { text: '', entries: [] };
      const records = Object.entries(cache?.sources ?? {});
      const hashes = new Map(records.map(([id, { content_hash: hash }]) => [id, hash]));
      last = { view, cache, is: { text, entries, hashes } };
    }
    return last.is;
  };

  /** The cache as it counts. When the index is not the one that follows from it, a death came in between. */
  const completed = (): IndexCache | null => {
    const cache = readCache(pair.cache);
    if (cache && index() !== indexOf(cache)) transaction(db, () => rewriteIndex());
    return cache;
  };
  const rewriteIndex = (): void => {
    const cache = readCache(pair.cache);
    if (cache) writeIndexPair(pair, cache, cache);
  };

  return {
    index,
    published,
    complete() {
      for (const folder of new Set([dirname(pair.index), dirname(pair.cache)])) {
        makeFolderDurably(folder);
        sweepTemporaries(folder);
      }
      rewriteIndex();
    },
    port: {
      readCache: async () => completed() ?? emptyIndexCache(now().toISOString()),
      async publish(cache) {
        transaction(db, () => writeIndexPair(pair, readCache(pair.cache), cache));
      },
    },
  };
}
