/** All paths of the store, absolute. Missing folders are created, except that of the documents. */
export interface StoragePaths {
  /** The SQLite file: the one record of truth. */
  readonly database: string;
  /** The search database. It is derived, so it needs no backup. */
  readonly searchDatabase: string;
  /** The text files, at the paths of the config and of the Python original. */
  readonly rawDir: string;
  /** Contains the ledger, retractions, erasures, decisions and copies that were kept aside. */
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
