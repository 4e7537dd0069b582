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

/** Opens both databases. One that turns out to be damaged while it is used is removed and made again. */
export function openDerivedSearch({
  path,
  vectorPath,
  words,
  embeddings,
  log,
}: {
  readonly path: string;
  readonly vectorPath: string;
  readonly words: SearchWords;
  readonly embeddings: Embeddings | null;
  readonly log: StorageLog;
}) {
  const state = { isKept: false, isClosed: false };

  const removeDamaged = () => {
    for (const file of [path, vectorPath]) removeIfDamaged(file, log);
  };

  const open = (): DerivedSearch => {
    try {
      return openBoth();
    } catch (error) {
      if (!isUnusable(error)) throw error;
      removeDamaged();
      return openBoth();
    }
  };

  const openBoth = (): DerivedSearch => {
    const damaged = () => void replace(opened).catch(() => {});
    const opened = {
      documents: openDocumentTables(path, log, words),
      vectors:
        embeddings && openSectionVectors({ path: vectorPath, searchPath: path, embeddings, log, damaged }),
    };
    if (state.isKept) opened.vectors?.keep();
    return opened;
  };

  const close = async ({ vectors, documents }: DerivedSearch): Promise<void> => {
    await vectors?.close();
    documents.close();
  };

  let current: DerivedSearch | null = open();
  let replacing: Promise<void> | null = null;

  const replaceFiles = async (damaged: DerivedSearch): Promise<void> => {
    current = null;
    try {
      await close(damaged);
      removeDamaged();
      if (!state.isClosed) current = open();
    } finally {
      replacing = null;
    }
  };

  const replace = async (damaged: DerivedSearch): Promise<void> => {
    if (damaged === current) replacing = replaceFiles(damaged);
    await replacing;
  };

  return {
    /** Works with both, and once more if they were damaged. */
    async use<Result>(work: (search: DerivedSearch) => Promise<Result>): Promise<Result> {
      await replacing;
      const used = (current ??= open());
      try {
        return await work(used);
      } catch (error) {
        if (used === current && !isUnusable(error)) throw error;
        await replace(used);
        return work((current ??= open()));
      }
    },
    /** From now on, sections without a vector get one, in the background. */
    keepVectors() {
      state.isKept = true;
      current?.vectors?.keep();
    },
    async close() {
      state.isClosed = true;
      await replacing;
      if (current) await close(current);
    },
  };
}
