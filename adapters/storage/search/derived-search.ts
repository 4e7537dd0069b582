import type { Embeddings } from '../../../domain/ports/model.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import type { StorageLog } from '../storage-log.ts';
import { isUnusable, removeIfDamaged } from './derived-file.ts';
import { openDocumentTables, type DocumentTables } from './document-tables.ts';
import { openSectionVectors, type SectionVectors } from './section-vectors.ts';

/** The words of what is published, and the vectors of its sections. */
export interface DerivedSearch {
  readonly documents: DocumentTables;
  readonly vectors: SectionVectors | null;
}

interface Files {
  readonly path: string;
  readonly vectorPath: string;
  readonly words: SearchWords;
  readonly embeddings: Embeddings | null;
  readonly log: StorageLog;
}

/**
 * Opens both databases. One that turns out to be damaged while it is used is removed and made again; works with the former ones fail, and
 * are done once more.
 */
export function openDerivedSearch(files: Files) {
  const { path, vectorPath, words, embeddings, log } = files;
  const state = { isKept: false, isClosed: false };

  const open = (): DerivedSearch => {
    const damaged = () => replace(opened);
    const opened: DerivedSearch = {
      documents: openDocumentTables(path, log, words),
      vectors:
        embeddings && openSectionVectors({ path: vectorPath, searchPath: path, embeddings, log, damaged }),
    };
    if (state.isKept) opened.vectors?.keep();
    return opened;
  };

  const close = async ({ vectors, documents }: DerivedSearch): Promise<void> => {
    documents.close();
    await vectors?.close();
  };

  const replace = (used: DerivedSearch): void => {
    if (used !== current || state.isClosed) return;
    void close(used);
    current = openedAnew();
  };

  const openedAnew = (): DerivedSearch => {
    for (const file of [path, vectorPath]) removeIfDamaged(file, log);
    return open();
  };

  let current: DerivedSearch;
  try {
    current = open();
  } catch (error) {
    if (!isUnusable(error)) throw error;
    current = openedAnew();
  }
  return {
    /** Works with both, and once more if they were damaged. */
    use: async <Result>(work: (search: DerivedSearch) => Promise<Result>): Promise<Result> => {
      const used = current;
      try {
        return await work(used);
      } catch (error) {
        if (used === current && !isUnusable(error)) throw error;
        replace(used);
        return work(current);
      }
    },
    /** From now on, sections without a vector get one, in the background. */
    computeVectors: () => {
      state.isKept = true;
      current.vectors?.keep();
    },
    close: (): Promise<void> => {
      state.isClosed = true;
      return close(current);
    },
  };
}
