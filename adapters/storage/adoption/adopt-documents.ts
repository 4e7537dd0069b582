import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import type { Transaction } from '../database/database.ts';
import { publishDocumentIndex } from '../documents/document-index.ts';
import { adoptCache } from '../documents/known-sources.ts';
import { readText } from '../files/text-files.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';

/** A new store takes in the index cache that is there, so that no document has to be described again. */
export async function adoptDocuments(
  trx: Transaction,
  { documentIndexCache: file }: StoragePaths,
  log: StorageLog,
): Promise<void> {
  const text = readText(file);
  if (text === null) return;
  const { cache, problem } = parseIndexCache(text);
  if (problem !== null) log.warn({ file }, `index_cache_problem: ${file}: ${problem}`);
  if (!cache) return;
  await publishDocumentIndex(trx, cache);
  await adoptCache(trx, cache);
}
