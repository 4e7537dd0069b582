import { newSource, type KnownSource } from '../../../domain/documents/known-sources.ts';
import {
  parseIndexCacheRecord,
  serializeIndexCacheRecord,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import type { DocumentIndex, KnownSources } from '../../../domain/ports/sources.ts';
import { countIn, insert, insertNew, remove, update, type Row } from '../database/rows.ts';
import { all, run, type Database, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import type { PageTexts } from './page-texts.ts';

const inOrder = tables.selectFrom('sources').selectAll().orderBy('sourceId');

/** The list of sources, and the index that is published from it. */
export const createKnownSources = ({
  database,
  documentIndex,
  texts,
}: {
  readonly database: Database;
  readonly documentIndex: DocumentIndex;
  readonly texts: PageTexts;
}): KnownSources => ({
  all: () =>
    database.read(function* () {
      return (yield* all(inOrder)).map(toKnownSource);
    }),

  waiting: (task, limit) =>
    database.read(function* () {
      return (yield* all(inOrder.where('task', '=', task).limit(limit))).map(toKnownSource);
    }),

  count: (task) => database.read(() => countIn(tables.selectFrom('sources').where('task', '=', task))),

  save: (sources, foundBy) => database.write(() => insertSources(sources, foundBy), ['documents']),

  confirm: (sourceIds, { run: foundBy, checkedAt }) =>
    database.write(
      function* () {
        yield* update('sources', { sourceId: sourceIds }, { foundBy, checkedAt });
      },
      ['documents'],
    ),

  dropUnfound: (foundBy) =>
    database.write(
      function* () {
        const gone = yield* countIn(
          tables
            .selectFrom('sources')
            .where('foundBy', '<>', foundBy)
            .where('kind', 'in', ['file', 'url'])
            .where('record', 'is not', null),
        );
        yield* run(tables.deleteFrom('sources').where('foundBy', '<>', foundBy));
        return gone;
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

/** Fills an empty list from the index cache. */
export function* adoptCache({ sources }: IndexCache): Section<void> {
  const rows = Object.entries(sources).map((entry) => toRow(toSource(entry), ''));
  yield* insertNew('sources', rows);
}

const toSource = ([sourceId, record]: readonly [string, IndexCacheRecord]): KnownSource => ({
  ...newSource({ sourceId, kind: record.source_type, origin: '' }),
  record,
  nextCheckAt: record.url?.next_check_at ?? null,
});

function* insertSources(sources: readonly KnownSource[], foundBy: string): Section<void> {
  yield* remove('sources', { sourceId: sources.map(({ sourceId }) => sourceId) });
  yield* insert(
    'sources',
    sources.map((source) => toRow(source, foundBy)),
  );
}

const toRow = (source: KnownSource, foundBy: string): Row<'sources'> => ({
  ...source,
  foundBy,
  record: source.record && serializeIndexCacheRecord(source.record),
});

const toKnownSource = ({ record, ...row }: Row<'sources'>): KnownSource => ({
  ...row,
  record: record === null ? null : parseIndexCacheRecord(record),
});
