import { randomUUID } from 'node:crypto';
import { mistake, transientError } from '../../domain/ports/errors.ts';
import { revise, say, saidAs } from './database/revisions.ts';
import { insert } from './database/rows.ts';
import type { OpenDatabase, Transaction } from './database/database.ts';
import { adoptDocuments } from './documents/known-sources.ts';
import type { StorageLog } from './storage-log.ts';
import { readManifest } from './files/text-files.ts';
import type { StoragePaths } from './storage-paths.ts';

/** What a store says whose import may have died: it would print nothing over the files that it was to be filled from. */
const awaitsFiles = 'awaits files';

/** To be called in the transaction that fills the store. */
export const wasFilled = (trx: Transaction): Promise<void> => say(trx, awaitsFiles, 'no');

interface NewStore {
  readonly paths: StoragePaths;
  /** The address or path of the database, for messages. */
  readonly place: string;
  readonly log: StorageLog;
  readonly now: Date;
  /** An empty store takes the identity of the files beside it, because it is about to be filled from them. */
  readonly adopts: boolean;
}

/**
 * At start, in one transaction: a new store gets its identity and an empty library. Returns the identity. Throws a final `PortError`
 * when the text files belong to another store, and for an empty store beside files of one that was lost: what they say was
 * retracted and forgotten would come back.
 */
export async function establish(
  trx: Transaction,
  { paths, place, log, now, adopts }: NewStore,
): Promise<string> {
  const storeId = await saidAs(trx, 'store');
  const printed = readManifest(paths)?.store ?? null;
  if (storeId !== null && printed !== null && printed !== storeId)
    throw mistake(
      'files_of_another_store',
      `${paths.libraryDir} holds the text files of the store ${printed}, and ${place} is the store ${storeId}. ` +
        'Correct storage.data_dir and the paths in kb, give this store a folder of its own, or move the text files away: ' +
        'they are printed again.',
    );
  const isFilled = storeId !== null && (await saidAs(trx, awaitsFiles)) !== 'yes';
  if (printed !== null && !isFilled && !adopts)
    throw mistake(
      'store_lost',
      `${place} is empty, and ${paths.libraryDir} holds the text files of the store ${printed}. Restore a backup with ` +
        `\`npx steward storage restore FILE\`, or fill the store from these files with \`npx steward import ${paths.libraryDir}\`. ` +
        'To begin anew, move the files away.',
    );
  if (storeId !== null) return storeId;
  const id = printed ?? randomUUID();
  await say(trx, 'store', id);
  if (printed !== null) await say(trx, awaitsFiles, 'yes');
  await insert(trx, 'generations', [{ number: 1, state: 'live', since: now.toISOString() }]);
  await revise(trx, 'generation 1');
  await adoptDocuments(trx, paths.documentIndexCache, log);
  return id;
}

/** The identity of a store that another process creates. Throws a transient `PortError` before it has. */
export async function establishedElsewhere(database: OpenDatabase): Promise<string> {
  const id = await database.read((trx) => saidAs(trx, 'store'));
  if (id !== null) return id;
  throw transientError(
    'storage_not_ready',
    `The store ${database.place} is empty. Start a worker with the role library first: it makes the library.`,
  );
}
