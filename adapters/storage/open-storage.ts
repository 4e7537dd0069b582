import type { PersonErasure } from '../../domain/ports/person-erasure.ts';
import type { Library } from '../../domain/ports/library.ts';
import type { Records } from '../../domain/ports/records.ts';
import type { KnownSources } from '../../domain/ports/known-sources.ts';
import type { DocumentIndex, Documents, Sources } from '../../domain/ports/sources.ts';
import { folderAlone, originDetails, type SourceOrigins } from '../../domain/documents/source-origins.ts';
import { createDocumentIndex } from './documents/document-index.ts';
import { createDocuments, type Extract } from './documents/documents.ts';
import { createKnownSources } from './documents/known-sources.ts';
import { createPageTexts } from './documents/page-texts.ts';
import { makeFolderDurably, sweepTemporaries } from './files/durable-files.ts';
import { readAbout } from './library/about-generation.ts';
import { establishLibrary } from './library/establish-library.ts';
import { generationFiles, generationNumbers, type GenerationFiles } from './library/generation-files.ts';
import { createPersonErasure, emptyWriteAheadLog } from './library/erase-person.ts';
import { createGenerationStore } from './library/generation-store.ts';
import { createGenerations } from './library/generations.ts';
import { createLibrary } from './library/library.ts';
import { createRawArchive } from './library/raw-archive.ts';
import { repairRawArchive } from './library/repair-raw-archive.ts';
import { readCursor, requireQaId } from './library/state-file.ts';
import { createSuppressions } from './library/suppressions.ts';
import { createRecords } from './records/records.ts';
import { createSearch } from './search/create-search.ts';
import { withPriorities } from './search/with-priorities.ts';
import { createSources } from './sources/sources.ts';
import { createGroupCommit } from './sqlite/group-commit.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { transaction } from './sqlite/transaction.ts';
import { storageFailure, throwingPortErrors } from './storage-failure.ts';
import type { StorageLog } from './storage-log.ts';
import type { StoragePaths } from './storage-paths.ts';

export interface StorageOptions {
  /** `storagePaths({ dataDir, sourcesDir })` gives the default layout. */
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  /** `kb.qa_raw_last_processed_id`; raw entries up to it are settled. Empty: none. */
  readonly qaRawLastProcessedId?: string;
  /** `kb.public_urls`: the beginnings of documents' paths, and the addresses that stand for them. */
  readonly publicUrls?: Readonly<Record<string, string>>;
  /** Where documents come from. `paths.sourcesDir` alone by default. */
  readonly origins?: SourceOrigins;
  /** Reads HTML, PDF and DOCX. Without it they are not among the kinds that are read. */
  readonly extract?: Extract | null;
  readonly now?: () => Date;
}

export interface Storage {
  readonly records: Records;
  readonly library: Library;
  readonly sources: Sources;
  readonly documents: Documents;
  readonly documentIndex: DocumentIndex;
  readonly knownSources: KnownSources;
  readonly erasure: PersonErasure;
  close(): void;
}

/**
 * `files` storage: plain text for the library and the indexes, one SQLite file for records. Any number of processes on
 * one host may open the same folder. Opening completes or rolls back what an earlier death left undone; a folder that
 * cannot be used, and a cursor that is no `qa_id`, throw a final `PortError`.
 */
export function openStorage({
  paths,
  log,
  qaRawLastProcessedId = '',
  publicUrls = {},
  origins = folderAlone(paths.sourcesDir),
  extract = null,
  now = () => new Date(),
}: StorageOptions): Storage {
  const configuredFloor =
    qaRawLastProcessedId === '' ? null : requireQaId(qaRawLastProcessedId, 'kb.qa_raw_last_processed_id');
  try {
    makeFolderDurably(paths.libraryDir);
    makeFolderDurably(paths.rawDir);
    const db = openDatabase(paths.database);
    const pair = { index: paths.documentIndex, cache: paths.documentIndexCache };
    const documentIndex = createDocumentIndex({ db, pair, log, now });
    const suppressions = createSuppressions({ db, libraryDir: paths.libraryDir, log });
    const store = createGenerationStore({ log, now, suppressions });
    const generations = createGenerations({ libraryDir: paths.libraryDir, store, log });
    const raw = createRawArchive({ db, rawDir: paths.rawDir, log, suppressions });
    const { libraryDir, rawDir } = paths;
    const stores = { db, rawDir, libraryDir, raw, store, generations, suppressions, log };
    const erasure = createPersonErasure(stores);
    try {
      const isScrubbed = transaction(db, () => {
        repairRawArchive(paths.rawDir, log);
        establishLibrary(paths, log);
        suppressions.unite();
        generations.complete();
        for (const files of openForWriting(paths.libraryDir, generations.live())) {
          checkState(files, log);
          makeFolderDurably(files.topicsDir);
          for (const folder of [files.folder, files.topicsDir]) sweepTemporaries(folder);
          store.complete(files);
        }
        documentIndex.complete();
        return erasure.honour();
      });
      if (isScrubbed) emptyWriteAheadLog(db);
    } catch (error) {
      db.close();
      throw error;
    }
    const library = createLibrary({ ...stores, paths, configuredFloor });
    const texts = createPageTexts(paths.pageTexts);
    const documents = createDocuments({ origins, texts, extract });
    const sources = createSources({
      library,
      documentIndex: () => documentIndex.index(),
      documents,
      origins,
      publicUrls,
    });
    const search = createSearch({
      path: paths.searchDatabase,
      published: () => documentIndex.published(),
      library,
      load: (sourceId) => sources.load(sourceId, 0),
      log,
    });
    const indexAndSearch: DocumentIndex = {
      ...documentIndex.port,
      async publish(cache) {
        await documentIndex.port.publish(cache);
        // It is published: what search lacks it takes in before it looks the next time.
        await search
          .agree()
          .catch(() => log.warn({}, 'search_behind_index: it follows with the next search'));
      },
    };
    // Records change many times in each reply: they wait for the disk together, and nobody waits for them meanwhile.
    const recordsDb = openDatabase(paths.database, { waitsForDisk: false });
    const groupCommit = createGroupCommit({ db: recordsDb, logPath: `${paths.database}-wal` });
    return {
      records: throwingPortErrors(groupCommit.durable(createRecords(recordsDb, now))),
      library: throwingPortErrors(library),
      sources: throwingPortErrors(withPriorities({ ...sources, ...search.port }, prioritiesOf(origins))),
      documents: throwingPortErrors(documents),
      documentIndex: throwingPortErrors(indexAndSearch),
      knownSources: throwingPortErrors(createKnownSources({ db, documentIndex: indexAndSearch, texts })),
      erasure: throwingPortErrors(erasure.port),
      close() {
        search.close();
        groupCommit.close();
        recordsDb.close();
        db.close();
      },
    };
  } catch (error) {
    throw storageFailure(error);
  }
}

const prioritiesOf = (origins: SourceOrigins) => ({
  priorityOf: (sourceId: string) => originDetails(origins, sourceId).priority,
  hasAny: [...origins.folders, ...origins.urls, ...origins.sites].some(({ priority }) => priority !== 0),
});

/** Former generations are as they were; only the live one and rebuilds can have been left half written. */
const openForWriting = (libraryDir: string, live: number): readonly GenerationFiles[] =>
  generationNumbers(libraryDir)
    .map((number) => generationFiles(libraryDir, number))
    .filter((files) => files.number === live || readAbout(files)?.rebuildOwner);

/** The cursor follows from the ledger, so a file that cannot be read is written anew; a wrong value stops the start. */
function checkState(files: GenerationFiles, log: StorageLog): void {
  if (readCursor(files.state) === 'unreadable') {
    log.warn({ file: files.state }, 'state_unreadable: it is written again from settled.txt');
  }
}
