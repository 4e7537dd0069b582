import { join } from 'node:path';

/** All paths of the store. Missing folders are created, except that of the documents. */
export interface StoragePaths {
  /** The SQLite file: the one record of truth. */
  readonly database: string;
  /** The search database. It is derived, so it needs no backup. */
  readonly searchDatabase: string;
  /** The vectors of the search database. They are derived, too. */
  readonly searchVectors: string;
  /** The printed view, at the paths of the config and of the Python original. */
  readonly rawDir: string;
  /** Contains the ledger, retractions, erasures, decisions and conflicts. */
  readonly libraryDir: string;
  readonly topicsDir: string;
  readonly teamIndex: string;
  readonly teamIndexCache: string;
  readonly teamState: string;
  readonly documentIndex: string;
  readonly documentIndexCache: string;
  /** The documents of the knowledge base, which the store only reads. */
  readonly sourcesDir: string;
}

/** The default layout of a data folder. */
export const storagePaths = ({
  dataDir,
  sourcesDir,
}: {
  readonly dataDir: string;
  readonly sourcesDir: string;
}): StoragePaths => ({
  database: join(dataDir, 'steward.sqlite'),
  searchDatabase: join(dataDir, 'search.sqlite'),
  searchVectors: join(dataDir, 'search-vectors.sqlite'),
  rawDir: join(dataDir, 'team-knowledge', 'raw'),
  libraryDir: join(dataDir, 'team-knowledge'),
  topicsDir: join(dataDir, 'team-knowledge', 'topics'),
  teamIndex: join(dataDir, 'team-knowledge', 'index-team.txt'),
  teamIndexCache: join(dataDir, 'team-knowledge', 'index-team-cache.json'),
  teamState: join(dataDir, 'team-knowledge', 'state.json'),
  sourcesDir,
  documentIndex: join(dataDir, 'kb', 'index.txt'),
  documentIndexCache: join(dataDir, 'kb', 'index-cache.json'),
});
