import { serializeIndexCacheRecord, type IndexCache } from '../../../domain/documents/index-cache.ts';
import { parseIndex, type IndexEntry } from '../../../domain/documents/index-file.ts';
import type { DocumentIndex } from '../../../domain/ports/sources.ts';
import { all, chunked, run, type Database, type Section } from '../database/section.ts';
import { revise, revisionOf, say } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import type { View } from '../view/view.ts';
import { generatedAt, indexOf, readIndexCache } from './read-index-cache.ts';

export interface PublishedIndex {
  readonly text: string;
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  /** Of the texts behind the entries, by source id. */
  readonly hashes: ReadonlyMap<string, string>;
}

export const createDocumentIndex = (database: Database, view: View): DocumentIndex => ({
  readCache: () => database.read(readIndexCache),
  async publish(cache) {
    await database.write(() => publishDocumentIndex(cache), ['documents']);
    await view.print();
  },
});

/** The same object as long as what was published is the same. Calls of one moment (the sources of one answer) share a read. */
export function createPublishedReader(database: Database): () => Promise<PublishedIndex> {
  let last: { readonly revision: number; readonly is: PublishedIndex } | null = null;
  let reading: Promise<PublishedIndex> | null = null;
  return () => {
    if (reading) return reading;
    queueMicrotask(() => {
      reading = null;
    });
    reading = database.read(function* () {
      const revision = yield* revisionOf('documents');
      if (last?.revision !== revision) {
        const cache = yield* readIndexCache();
        const text = indexOf(cache);
        const records = Object.entries(cache.sources);
        const hashes = new Map(records.map(([id, { content_hash: hash }]) => [id, hash]));
        last = { revision, is: { text, entries: parseIndex(text), hashes } };
      }
      return last.is;
    });
    return reading;
  };
}

/** Nothing changes when no source has. */
export function* publishDocumentIndex({ sources, generated_at: time }: IndexCache): Section<void> {
  const rows = yield* all(tables.selectFrom('document_index').selectAll());
  const former = new Map(rows.map(({ source_id: id, record }) => [id, record]));
  const records = Object.entries(sources).map(([id, record]) => ({
    source_id: id,
    record: serializeIndexCacheRecord(record),
  }));
  const changed = records.filter(({ source_id: id, record }) => former.get(id) !== record);
  const gone = [...former.keys()].filter((id) => !(id in sources));
  if (changed.length + gone.length === 0 && (yield* revisionOf('documents')) > 0) return;
  for (const some of chunked([...gone, ...changed.map(({ source_id: id }) => id)])) {
    yield* run(tables.deleteFrom('document_index').where('source_id', 'in', some));
  }
  for (const some of chunked(changed)) yield* run(tables.insertInto('document_index').values(some));
  yield* say(generatedAt, time);
  yield* revise('documents');
}
