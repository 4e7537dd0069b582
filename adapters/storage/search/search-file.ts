import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { vectorPatienceMilliseconds, type Embeddings } from '../../../domain/ports/model.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { isDamaged } from '../database/sqlite/result-code.ts';
import type { StorageLog } from '../storage-log.ts';
import { createSourceRanking, type SourceRanking } from './rank-sources.ts';
import { openSearchTables, OtherLayout } from './search-tables.ts';
import { createSectionVectors, type SectionVectors } from './section-vectors.ts';

/** The documents that are published, searchable. */
export interface DocumentSearch {
  readonly db: DatabaseSync;
  readonly ranking: SourceRanking;
  readonly vectors: SectionVectors | null;
}

/**
 * Opens the file with the search of documents, which follows from what is published. If it is damaged or of another version, which may
 * show only while it is used, it is removed and begun anew.
 */
export function openSearchFile({
  path,
  words,
  embeddings,
  log,
  patienceMilliseconds = vectorPatienceMilliseconds,
}: {
  readonly path: string;
  readonly words: SearchWords;
  readonly embeddings: Embeddings | null;
  readonly log: StorageLog;
  /** How long a search waits for the vector of a question. */
  readonly patienceMilliseconds?: number;
}) {
  const open = (): DocumentSearch => {
    const db = openSearchTables(path);
    return {
      db,
      ranking: createSourceRanking(db, words),
      vectors: embeddings && createSectionVectors(db, embeddings, log, patienceMilliseconds),
    };
  };

  const openAnew = (): DocumentSearch => {
    log.warn({ file: path }, 'search_database_replaced: it could not be used and is built again');
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    return open();
  };

  let current: DocumentSearch;
  try {
    current = open();
  } catch (error) {
    if (!isUnusable(error)) throw error;
    current = openAnew();
  }
  return {
    /** Works with the file, and once more if it had to be begun anew. */
    async use<Result>(work: (search: DocumentSearch) => Promise<Result>): Promise<Result> {
      const used = current;
      try {
        return await work(used);
      } catch (error) {
        if (used === current && !isUnusable(error)) throw error;
        if (used === current) {
          used.db.close();
          current = openAnew();
        }
        return work(current);
      }
    },
    close: () => current.db.close(),
  };
}

const isUnusable = (error: unknown): boolean => error instanceof OtherLayout || isDamaged(error);
