import { join } from 'node:path';

/** Every place that the store uses. Folders that are missing are made, except the documents'. */
export interface StoragePaths {
  /** The SQLite file: the one record of truth. */
  readonly database: string;
  /** What full-text search looks in. It follows from the published index, and needs no backup. */
  readonly searchDatabase: string;
  /** The vectors of what is searched. They follow from it, and need no backup either. */
  readonly searchVectors: string;
  /** The printed view, at the places that the config names and that the Python original knew. */
  readonly rawDir: string;
  /** Holds the ledger, what was retracted, forgotten and decided, and conflicts. */
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
