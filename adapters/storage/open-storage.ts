import { failedWith } from '../../domain/ports/errors.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import type { Embeddings, Nearest } from '../../domain/ports/model.ts';
import type { LanguageCode } from '../../domain/language/language-codes.ts';
import type { AdoptedLibrary, Library, PersonErasure } from '../../domain/ports/library.ts';
import type { Records } from '../../domain/ports/records.ts';
import type { DocumentIndex, Documents, KnownSources, Sources } from '../../domain/ports/sources.ts';
import { configuredNames } from '../../domain/documents/shown-source.ts';
import { defaultSourcesDir, folderAlone, type SourceOrigins } from '../../domain/documents/source-origins.ts';
import { adoptLibrary, cursorAt } from './adoption/adopt-library.ts';
import type { OpenDatabase } from './database/database.ts';
import type { PostgresSettings } from './database/postgres/postgres-connections.ts';
import { openSqlite } from './database/sqlite/sqlite.ts';
import { createDocumentIndex, createPublishedReader } from './documents/document-index.ts';
import { createDocuments, type Extract } from './documents/documents.ts';
import { createKnownSources } from './documents/known-sources.ts';
import { createPageTexts } from './documents/page-texts.ts';
import { forgetPerson } from './library/erase-person.ts';
import { establish, establishedElsewhere } from './identity.ts';
import { inspectPrinted, type StoreFinding } from './inspect-store.ts';
import { createLibrary } from './library/library.ts';
import { keptAside } from './files/text-files.ts';
import { createRecords } from './records/records.ts';
import { createSearch } from './search/create-search.ts';
import { createSources } from './sources/sources.ts';
import { refusingTooLate } from './retracted-and-erased.ts';
import { storageFailure, throwingPortErrors } from './storage-failure.ts';
import type { StorageLog } from './storage-log.ts';
import type { StoragePaths } from './storage-paths.ts';
import { noPrinter, type Printer } from './printer.ts';
import { createPrinter, keepPrinting } from './printing/create-printer.ts';

export interface StorageOptions {
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  /** The PostgreSQL server, or null for the file `paths.database`. */
  readonly postgres?: PostgresSettings | null;
  /**
   * Whether this process prints the tables as text files. `elsewhere`: workers with the role library do, on their hosts, and
   * one of them is also the one that makes the store.
   */
  readonly prints?: 'here' | 'elsewhere' | 'off';
  /** The store is about to be filled from the text files beside it. */
  readonly adopts?: boolean;
  /** How long to wait for another worker to create the store; 0 by default. */
  readonly waitMilliseconds?: number;
  /** `kb.qa_raw_last_processed_id`: raw entries up to it count as settled. None if empty. */
  readonly qaRawLastProcessedId?: string;
  /** `kb.public_urls`: public addresses by the beginning of documents' paths. */
  readonly publicUrls?: Readonly<Record<string, string>>;
  /** By default only `paths.sourcesDir`. */
  readonly origins?: SourceOrigins;
  /** Extracts text from HTML, PDF and DOCX, which are not read without it. */
  readonly extract?: Extract | null;
  /** Without it, search uses words only. */
  readonly embeddings?: Embeddings | null;
  /** By default by words only. */
  readonly nearest?: Nearest;
  /** The language of the documents, for stemming; English by default. */
  readonly language?: LanguageCode;
  /** The host's clock by default. */
  readonly now?: () => Date;
}

export interface Storage {
  /** A UUID that the store keeps for good. */
  readonly id: string;
  /** Its path or address, for messages. */
  readonly place: string;
  readonly now: () => Date;
  readonly records: Records;
  readonly library: Library;
  readonly sources: Sources;
  readonly documents: Documents;
  readonly documentIndex: DocumentIndex;
  readonly knownSources: KnownSources;
  readonly erasure: PersonErasure;
  /** Starts to compute missing vectors in the background. */
  computeVectors(): void;
  /** What the text files of this host wait for. */
  inspect(): Promise<readonly StoreFinding[]>;
  /** Fills an empty store from the text files of a library; null for a store that holds something. */
  adopt(folder: string): Promise<AdoptedLibrary | null>;
  /** Rejects when the store can no longer be trusted. The process has to end then. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/**
 * The store: one SQLite file, which any number of processes on one host may open, or a PostgreSQL database, for any number
 * of hosts, and its printed text files. A file that cannot be used, and a cursor that is no `qa_id`, throw a final `PortError`.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const {
    paths,
    log,
    postgres = null,
    prints = 'here',
    adopts = false,
    qaRawLastProcessedId = '',
    waitMilliseconds = 0,
  } = options;
  const configuredFloor =
    qaRawLastProcessedId === '' ? null : cursorAt(qaRawLastProcessedId, 'kb.qa_raw_last_processed_id');
  try {
    const untilReady = prints === 'elsewhere' ? waitMilliseconds : 0;
    const opened = postgres
      ? await retried(() => openServer(postgres), untilReady)
      : openSqlite(paths.database);
    const database = refusingTooLate(opened);
    try {
      const now = options.now ?? (() => new Date());
      const id =
        prints === 'elsewhere'
          ? await retried(() => establishedElsewhere(database), untilReady)
          : await database.write((trx) =>
              establish(trx, { paths, place: database.place, log, now: now(), adopts }),
            );
      const printer = prints === 'here' ? createPrinter({ database, paths, store: id, log, now }) : noPrinter;
      await printer.takeIn();
      // Words that a death, or a list of forgotten people, has just erased may be in the log.
      if (!postgres) await database.scrub();
      const printing = prints === 'here' ? keepPrinting(printer, postgres !== null) : null;
      return portsOf({ ...options, now, id, database, printer, printing, configuredFloor });
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    throw storageFailure(error);
  }
}

/** Loads the driver only if it is needed. */
const openServer = async (settings: PostgresSettings): Promise<OpenDatabase> =>
  (await import('./database/postgres/postgres.ts')).openPostgres(settings);

/** Waits for the process that makes the store. */
async function retried<Result>(work: () => Promise<Result>, waitMilliseconds: number): Promise<Result> {
  for (const giveUpAt = Date.now() + waitMilliseconds; ; await sleep(500)) {
    try {
      return await work();
    } catch (error) {
      if (!failedWith(error, 'storage_not_ready') || Date.now() >= giveUpAt) throw error;
    }
  }
}

interface Opened extends StorageOptions {
  readonly now: () => Date;
  readonly id: string;
  readonly database: OpenDatabase;
  readonly printer: Printer;
  readonly printing: ReturnType<typeof keepPrinting> | null;
  readonly configuredFloor: ReturnType<typeof cursorAt> | null;
}

function portsOf(opened: Opened): Storage {
  const { id, database, printer, printing, paths, log, now, configuredFloor } = opened;
  const { publicUrls = {}, origins = folderAlone(paths.sourcesDir), extract = null } = opened;
  const records = createRecords(database, now, opened.nearest);
  const library = createLibrary({ database, printer, log, now, configuredFloor });
  const texts = createPageTexts(database);
  const defaultFolder = join(dirname(paths.database), defaultSourcesDir);
  const documents = createDocuments({
    origins,
    texts,
    extract,
    defaultFolder,
    keepsAll: Boolean(opened.postgres),
    publicUrls,
  });
  const published = createPublishedReader(database);
  const indexText = async () => (await published()).text;
  const sources = createSources({ library, documentIndex: indexText, documents, origins, publicUrls });
  const search = createSearch({
    path: paths.searchDatabase,
    published,
    library,
    load: (sourceId) => sources.load(sourceId, 0),
    configured: (sourceId) => configuredNames(origins, publicUrls, sourceId),
    embeddings: opened.embeddings ?? null,
    language: opened.language ?? 'eng',
    log,
  });
  const documentIndex = createDocumentIndex(database, async () => {
    await printer.print();
    // Search takes it in before its next query at the latest.
    await search.agree().catch(() => log.warn({}, 'search_behind_index: it follows with the next search'));
  });
  return {
    id,
    place: database.place,
    now,
    // What such work throws is not the store's.
    records: { ...throwingPortErrors(records), unlessForgotten: records.unlessForgotten },
    library: throwingPortErrors(library),
    sources: throwingPortErrors({ ...sources, ...search.port }),
    documents: throwingPortErrors(documents),
    documentIndex: throwingPortErrors(documentIndex),
    knownSources: throwingPortErrors(createKnownSources(database, documentIndex, texts)),
    erasure: throwingPortErrors(createPersonErasure(opened)),
    computeVectors: () => search.computeVectors(),
    inspect: async () => inspectPrinted(paths, printer.waiting()),
    ...throwingPortErrors({
      adopt: (folder: string) => database.write((trx) => adoptLibrary(trx, { folder, log, now: now() })),
    }),
    lost: database.lost,
    async close() {
      await printing?.stop();
      search.close();
      await database.close();
    },
  };
}

/** Erases in one transaction, then in the files. The next start completes what a crash leaves undone. */
function createPersonErasure({ database, printer, paths, log, now }: Opened): PersonErasure {
  return {
    async erase(request) {
      const plan = await database.write((trx) => forgetPerson(trx, request, now()));
      const { dryRun = false } = request;
      if (!dryRun) {
        await printer.print();
        if (!(await database.scrub()))
          log.warn(
            {},
            `scrub_waits: ${database.place} still holds bytes of what was forgotten; the next start, or a \`VACUUM\` by the owner of the tables, removes them`,
          );
        log.info({ entries: plan.entries.length, retracted: plan.retracted.length }, 'person_forgotten');
      }
      return { ...plan, leftFiles: plan.isKnown ? keptAside(paths) : [] };
    },
  };
}
