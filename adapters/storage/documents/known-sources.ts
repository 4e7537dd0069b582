import { newSource, readAgain, reader, type KnownSource } from '../../../domain/documents/known-sources.ts';
import {
  parseIndexCache,
  parseIndexCacheRecord,
  serializeIndexCacheRecord,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import type { DocumentIndex, KnownSources } from '../../../domain/ports/sources.ts';
import { countIn, insertNew, update, upsert, type Row } from '../database/rows.ts';
import { saidAs, say } from '../database/revisions.ts';
import type { Database, Transaction } from '../database/database.ts';
import { publishDocumentIndex } from './document-index.ts';
import type { PageTexts } from './page-texts.ts';
import { readText } from '../files/text-files.ts';
import type { StorageLog } from '../storage-log.ts';

const readBy = 'documents read_by';

const inOrder = (trx: Transaction) => trx.selectFrom('sources').selectAll().orderBy('sourceId');

const all = async (trx: Transaction): Promise<readonly KnownSource[]> =>
  (await inOrder(trx).execute()).map(toKnownSource);

/** The list of sources, and the index that is published from it. */
export const createKnownSources = (
  database: Database,
  documentIndex: DocumentIndex,
  texts: PageTexts,
): KnownSources => ({
  all: () => database.read(all),

  readAgainIfOlder: () => database.write(readAgainIfOlder),

  waiting: (task, limit) =>
    database.read(async (trx) => {
      return (await inOrder(trx).where('task', '=', task).limit(limit).execute()).map(toKnownSource);
    }),

  count: (task) => database.read((trx) => countIn(trx.selectFrom('sources').where('task', '=', task))),

  save: (sources, foundBy) =>
    database.write((trx) => upsert(trx, 'sources', ...sources.map((source) => toRow(source, foundBy)))),

  confirm: (sourceIds, { run: foundBy, checkedAt }) =>
    database.write(async (trx) => {
      await update(trx, 'sources', { sourceId: sourceIds }, { foundBy, checkedAt });
    }),

  dropUnfound: (foundBy) =>
    database.write(async (trx) => {
      const goneCount = await countIn(
        trx
          .selectFrom('sources')
          .where('foundBy', '<>', foundBy)
          .where('kind', 'in', ['file', 'url'])
          .where('record', 'is not', null),
      );
      await trx.deleteFrom('sources').where('foundBy', '<>', foundBy).execute();
      return goneCount;
    }),

  async publish(now) {
    const knownSources = await database.read(all);
    const records = knownSources.flatMap(({ sourceId, record }) =>
      record ? [[sourceId, record] as const] : [],
    );
    const cache: IndexCache = {
      schema_version: 1,
      generated_at: now.toISOString(),
      sources: Object.fromEntries(records),
    };
    await documentIndex.publish(cache);
    await texts.keepOnly(new Set(records.map(([sourceId]) => sourceId)));
    return {
      sources: records.filter(([, { summary_text: text }]) => text.trim() !== '').length,
      rejected: knownSources.filter(({ error }) => error !== null).length,
    };
  },
});

async function readAgainIfOlder(trx: Transaction): Promise<void> {
  if ((await saidAs(trx, readBy)) === String(reader)) return;
  for (const row of await inOrder(trx).execute()) {
    const { sourceId, record, nextCheckAt } = toRow(readAgain(toKnownSource(row)), row.foundBy);
    await update(trx, 'sources', { sourceId: [sourceId] }, { record, nextCheckAt });
  }
  await say(trx, readBy, String(reader));
}

/** A new store takes in the index cache that is there, so that no document has to be described again. */
export async function adoptDocuments(trx: Transaction, file: string, log: StorageLog): Promise<void> {
  const text = readText(file);
  if (text === null) return;
  const { cache, problem } = parseIndexCache(text);
  if (problem !== null) log.warn({ file }, `index_cache_problem: ${file}: ${problem}`);
  if (!cache) return;
  await publishDocumentIndex(trx, cache);
  await insertNew(
    trx,
    'sources',
    Object.entries(cache.sources).map((entry) => toRow(toSource(entry), '')),
  );
  await say(trx, readBy, String(reader));
}

const toSource = ([sourceId, record]: readonly [string, IndexCacheRecord]): KnownSource => ({
  ...newSource({ sourceId, kind: record.source_type, origin: '' }),
  record,
  nextCheckAt: record.url?.next_check_at ?? null,
});

const toRow = (source: KnownSource, foundBy: string): Row<'sources'> => ({
  ...source,
  foundBy,
  record: source.record && serializeIndexCacheRecord(source.record),
});

const toKnownSource = ({ record, ...row }: Row<'sources'>): KnownSource => ({
  ...row,
  record: record === null ? null : parseIndexCacheRecord(record),
});
