import {
  parseIndexCache,
  serializeIndexCache,
  type IndexCache,
} from '../../../domain/documents/index-cache.ts';
import { formatIndex, parseIndex, type IndexEntry } from '../../../domain/documents/index-file.ts';
import type { DocumentIndex } from '../../../domain/ports/sources.ts';
import type { Database, Transaction } from '../database/database.ts';
import { revise, revisionOf, saidAs, say } from '../database/revisions.ts';

export interface PublishedIndex {
  readonly text: string;
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  readonly sources: IndexCache['sources'];
}

/** `published` runs after each publication. */
export const createDocumentIndex = (database: Database, published: () => Promise<void>): DocumentIndex => ({
  readCache: () => database.read(readIndexCache),
  async publish(cache) {
    await database.write((trx) => publishDocumentIndex(trx, cache));
    await published();
  },
});

/** Returns the same object until something else is published. */
export function createPublishedReader(database: Database): () => Promise<PublishedIndex> {
  let last: { readonly revision: number; readonly is: PublishedIndex } | null = null;
  return () =>
    database.read(async (trx) => {
      const revision = await revisionOf(trx, 'documents');
      if (last?.revision !== revision) {
        const cache = await readIndexCache(trx);
        const text = indexOf(cache);
        last = { revision, is: { text, entries: parseIndex(text), sources: cache.sources } };
      }
      return last.is;
    });
}

/** The published index is one value, the text of `index-cache.json`. */
const indexCache = 'documents';

/** Writes nothing if no source has changed. */
export async function publishDocumentIndex(trx: Transaction, cache: IndexCache): Promise<void> {
  const { generated_at } = await readIndexCache(trx);
  if (serializeIndexCache({ ...cache, generated_at }) === (await saidAs(trx, indexCache))) return;
  await say(trx, indexCache, serializeIndexCache(cache));
  await revise(trx, 'documents');
}

export async function readIndexCache(trx: Transaction): Promise<IndexCache> {
  const { cache } = parseIndexCache((await saidAs(trx, indexCache)) ?? '');
  return cache ?? { schema_version: 1, generated_at: new Date(0).toISOString(), sources: {} };
}

/** Leaves out sources without a description, such as pages that could not be fetched. */
export const indexOf = ({ sources }: IndexCache): string =>
  formatIndex(
    Object.entries(sources)
      .filter(([, record]) => record.summary_text.trim() !== '')
      .map(([sourceId, record]) => ({ sourceId, description: record.summary_text })),
  );
