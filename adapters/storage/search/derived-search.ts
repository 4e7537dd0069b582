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

/** Opens both databases. One that turns out to be damaged while it is used is removed and made again. */
export function openDerivedSearch(files: Files) {
  const state = { isKept: false, isClosed: false };

  const open = (): DerivedSearch => {
    const opened = openUndamaged(files, () => void replace(opened).catch(() => {}));
    if (state.isKept) opened.vectors?.keep();
    return opened;
  };

  let current: DerivedSearch | null = open();
  let replacing: Promise<void> | null = null;

  const replaceFiles = async (damaged: DerivedSearch): Promise<void> => {
    current = null;
    try {
      await close(damaged);
      removeDamaged(files);
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
    use: async <Result>(work: (search: DerivedSearch) => Promise<Result>): Promise<Result> => {
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
    computeVectors: () => {
      state.isKept = true;
      current?.vectors?.keep();
    },
    close: async (): Promise<void> => {
      state.isClosed = true;
      await replacing;
      if (current) await close(current);
    },
  };
}

function openUndamaged(files: Files, damaged: () => void): DerivedSearch {
  try {
    return openBoth(files, damaged);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeDamaged(files);
    return openBoth(files, damaged);
  }
}

const openBoth = (
  { path, vectorPath, words, embeddings, log }: Files,
  damaged: () => void,
): DerivedSearch => ({
  documents: openDocumentTables(path, log, words),
  vectors: embeddings && openSectionVectors({ path: vectorPath, searchPath: path, embeddings, log, damaged }),
});

function removeDamaged({ path, vectorPath, log }: Files): void {
  for (const file of [path, vectorPath]) removeIfDamaged(file, log);
}

async function close({ vectors, documents }: DerivedSearch): Promise<void> {
  await vectors?.close();
  documents.close();
}
