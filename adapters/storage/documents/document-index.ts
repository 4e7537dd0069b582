import {
  parseIndexCacheRecord,
  serializeIndexCacheRecord,
  type IndexCache,
} from '../../../domain/documents/index-cache.ts';
import { formatIndex, parseIndex, type IndexEntry } from '../../../domain/documents/index-file.ts';
import type { DocumentIndex } from '../../../domain/ports/sources.ts';
import { insert, list, remove } from '../database/rows.ts';
import type { Database, Transaction } from '../database/database.ts';
import { revise, revisionOf, saidAs, say } from '../database/revisions.ts';
import type { Printer } from '../printer.ts';

export interface PublishedIndex {
  readonly text: string;
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  /** By source id. */
  readonly texts: ReadonlyMap<string, PublishedText>;
}

export interface PublishedText {
  readonly hash: string;
  /** Questions that the text answers. */
  readonly questions: readonly string[];
}

export const createDocumentIndex = (database: Database, printer: Printer): DocumentIndex => ({
  readCache: () => database.read(readIndexCache),
  async publish(cache) {
    await database.write((trx) => publishDocumentIndex(trx, cache));
    await printer.print();
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
        const records = Object.entries(cache.sources);
        const texts = new Map(
          records.map(([id, { content_hash: hash, questions = [] }]) => [id, { hash, questions }]),
        );
        last = { revision, is: { text, entries: parseIndex(text), texts } };
      }
      return last.is;
    });
}

/** Writes nothing if no source has changed. */
export async function publishDocumentIndex(
  trx: Transaction,
  { sources, generated_at: time }: IndexCache,
): Promise<void> {
  const rows = await list(trx, 'document_index', {}, ['sourceId', 'record']);
  const recordsBefore = new Map(rows.map(({ sourceId: id, record }) => [id, record]));
  const records = Object.entries(sources).map(([id, record]) => ({
    sourceId: id,
    record: serializeIndexCacheRecord(record),
  }));
  const changed = records.filter(({ sourceId: id, record }) => recordsBefore.get(id) !== record);
  const removedIds = [...recordsBefore.keys()].filter((id) => !(id in sources));
  if (changed.length + removedIds.length === 0 && (await revisionOf(trx, 'documents')) > 0) return;
  await remove(trx, 'document_index', {
    sourceId: [...removedIds, ...changed.map(({ sourceId: id }) => id)],
  });
  await insert(trx, 'document_index', changed);
  await say(trx, generatedAt, time);
  await revise(trx, 'documents');
}

const generatedAt = 'documents generated_at';

export async function readIndexCache(trx: Transaction): Promise<IndexCache> {
  const rows = await list(trx, 'document_index', {}, ['sourceId', 'record']);
  const sources = rows.flatMap(({ sourceId: id, record }) => {
    const parsed = parseIndexCacheRecord(record);
    return parsed ? [[id, parsed] as const] : [];
  });
  return {
    schema_version: 1,
    generated_at: (await saidAs(trx, generatedAt)) ?? new Date(0).toISOString(),
    sources: Object.fromEntries(sources),
  };
}

/** Leaves out sources without a description, such as pages that could not be fetched. */
export const indexOf = ({ sources }: IndexCache): string =>
  formatIndex(
    Object.entries(sources)
      .filter(([, record]) => record.summary_text.trim() !== '')
      .map(([sourceId, record]) => ({ sourceId, description: record.summary_text })),
  );
