import { join } from 'node:path';

/** Every place that the store uses. Folders that are missing are made, except the documents'. */
export interface StoragePaths {
  /** The SQLite file: records, and the lock over all files below. */
  readonly database: string;
  /** What full-text search looks in. It follows from the published index, and needs no backup. */
  readonly searchDatabase: string;
  readonly rawDir: string;
  /** Holds `generations/` and `live`, the link to one of them. On the same file system as the three links below. */
  readonly libraryDir: string;
  /** Links through `live`, at the places that the config names and that the Python original knew. */
  readonly topicsLink: string;
  readonly teamIndexLink: string;
  readonly teamIndexCacheLink: string;
  readonly teamStateLink: string;
  /** The documents of the knowledge base, which the store only reads. */
  readonly sourcesDir: string;
  readonly documentIndex: string;
  readonly documentIndexCache: string;
  /** The texts of fetched pages and of documents that had to be extracted. */
  readonly pageTexts: string;
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
  rawDir: join(dataDir, 'team-knowledge', 'raw'),
  libraryDir: join(dataDir, 'team-knowledge'),
  topicsLink: join(dataDir, 'team-knowledge', 'topics'),
  teamIndexLink: join(dataDir, 'team-knowledge', 'index-team.txt'),
  teamIndexCacheLink: join(dataDir, 'team-knowledge', 'index-team-cache.json'),
  teamStateLink: join(dataDir, 'team-knowledge', 'state.json'),
  sourcesDir,
  documentIndex: join(dataDir, 'kb', 'index.txt'),
  documentIndexCache: join(dataDir, 'kb', 'index-cache.json'),
  pageTexts: join(dataDir, 'kb', 'pages'),
});
