import type { Selectable } from 'kysely';
import {
  parseIndexCacheRecord,
  serializeIndexCacheRecord,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import type {
  DocumentIndex,
  KnownSource,
  KnownSources,
  SourceKind,
  SourceTask,
} from '../../../domain/ports/sources.ts';
import { list } from '../database/rows.ts';
import { all, chunked, first, run, type Database, type Section } from '../database/section.ts';
import { tables, type Tables } from '../database/tables.ts';
import { readIndexCache } from './read-index-cache.ts';
import type { PageTexts } from './page-texts.ts';

const inOrder = tables.selectFrom('sources').selectAll().orderBy('source_id');

/** The list of sources in the database, and the index that follows from it. */
export const createKnownSources = ({
  database,
  documentIndex,
  texts,
}: {
  readonly database: Database;
  readonly documentIndex: DocumentIndex;
  readonly texts: PageTexts;
}): KnownSources => ({
  adoptCache: () =>
    database.write(
      function* () {
        const { sources } = yield* readIndexCache();
        const rows = yield* list('sources', {}, ['source_id']);
        const known = new Set(rows.map(({ source_id: id }) => id));
        const news = Object.entries(sources).filter(([id]) => !known.has(id));
        yield* insertSources(news.map(toSource), '');
      },
      ['documents'],
    ),

  all: () =>
    database.read(function* () {
      return (yield* all(inOrder)).map(toKnownSource);
    }),

  waiting: (task, limit) =>
    database.read(function* () {
      return (yield* all(inOrder.where('task', '=', task).limit(limit))).map(toKnownSource);
    }),

  count: (task) =>
    database.read(function* () {
      const waiting = tables.selectFrom('sources').where('task', '=', task);
      const row = yield* first(waiting.select(({ fn }) => fn.countAll<number | string>().as('n')));
      return Number(row?.n);
    }),

  save: (sources, foundBy) => database.write(() => insertSources(sources, foundBy), ['documents']),

  confirm: (sourceIds, { run: foundBy, checkedAt }) =>
    database.write(
      function* () {
        for (const some of chunked(sourceIds)) {
          yield* run(
            tables
              .updateTable('sources')
              .set({ found_by: foundBy, checked_at: checkedAt })
              .where('source_id', 'in', some),
          );
        }
      },
      ['documents'],
    ),

  dropUnfound: (foundBy) =>
    database.write(
      function* () {
        const gone = yield* first(
          tables
            .selectFrom('sources')
            .select(({ fn }) => fn.countAll<number | string>().as('n'))
            .where('found_by', '<>', foundBy)
            .where('kind', 'in', ['file', 'url'])
            .where('record', 'is not', null),
        );
        yield* run(tables.deleteFrom('sources').where('found_by', '<>', foundBy));
        return Number(gone?.n);
      },
      ['documents'],
    ),

  async publish(now) {
    const known = (await database.read(() => all(inOrder))).map(toKnownSource);
    const records = known.flatMap(({ sourceId, record }) => (record ? [[sourceId, record] as const] : []));
    const cache: IndexCache = {
      schema_version: 1,
      generated_at: now.toISOString(),
      sources: Object.fromEntries(records),
    };
    await documentIndex.publish(cache);
    await texts.keepOnly(new Set(records.map(([sourceId]) => sourceId)));
    return {
      sources: records.filter(([, { summary_text: text }]) => text.trim() !== '').length,
      rejected: known.filter(({ error }) => error !== null).length,
    };
  },
});

/** What a record of the cache alone tells. */
const toSource = ([sourceId, record]: readonly [string, IndexCacheRecord]): KnownSource => ({
  sourceId,
  kind: record.source_type,
  origin: '',
  task: null,
  record,
  describedBy: null,
  checkedAt: null,
  nextCheckAt: record.url?.next_check_at ?? null,
  failures: 0,
  tokens: null,
  foundBy: '',
  error: null,
});

function* insertSources(sources: readonly KnownSource[], foundBy: string): Section<void> {
  for (const some of chunked(sources)) {
    const ids = some.map(({ sourceId }) => sourceId);
    yield* run(tables.deleteFrom('sources').where('source_id', 'in', ids));
    yield* run(tables.insertInto('sources').values(some.map((source) => toRow(source, foundBy))));
  }
}

type Row = Selectable<Tables['sources']>;

const toRow = (source: KnownSource, foundBy: string): Row => ({
  source_id: source.sourceId,
  kind: source.kind,
  origin: source.origin,
  found_by: foundBy,
  task: source.task,
  record: source.record && serializeIndexCacheRecord(source.record),
  described_by: source.describedBy,
  checked_at: source.checkedAt,
  next_check_at: source.nextCheckAt,
  failures: source.failures,
  tokens: source.tokens,
  error: source.error,
});

const toKnownSource = (row: Row): KnownSource => ({
  sourceId: row.source_id,
  kind: row.kind as SourceKind,
  origin: row.origin,
  task: row.task as SourceTask | null,
  record: row.record === null ? null : parseIndexCacheRecord(row.record),
  describedBy: row.described_by,
  checkedAt: row.checked_at,
  nextCheckAt: row.next_check_at,
  failures: row.failures,
  tokens: row.tokens,
  foundBy: row.found_by,
  error: row.error,
});
