import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  parseIndexCacheRecord,
  serializeIndexCache,
  serializeIndexCacheRecord,
  type IndexCache,
} from '../../../domain/documents/index-cache.ts';
import type {
  KnownSource,
  KnownSources,
  SourceKind,
  SourceTask,
} from '../../../domain/ports/known-sources.ts';
import type { DocumentIndex } from '../../../domain/ports/sources.ts';
import { transaction } from '../sqlite/transaction.ts';
import type { PageTexts } from './page-texts.ts';

/** The list of sources in the database, and the index that follows from it. */
export function createKnownSources({
  db,
  documentIndex,
  texts,
}: {
  readonly db: DatabaseSync;
  readonly documentIndex: DocumentIndex;
  readonly texts: PageTexts;
}): KnownSources {
  const all = (): readonly KnownSource[] =>
    db.prepare('SELECT * FROM sources ORDER BY source_id').all().map(toKnownSource);

  const insert = (source: KnownSource, run: string): void => {
    db.prepare(
      `INSERT OR REPLACE INTO sources (source_id, kind, origin, found_by, task, record, described_by, checked_at,
         next_check_at, failures, tokens, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      source.sourceId,
      source.kind,
      source.origin,
      run,
      source.task,
      source.record && serializeIndexCacheRecord(source.record),
      source.describedBy,
      source.checkedAt,
      source.nextCheckAt,
      source.failures,
      source.tokens,
      source.error,
    );
  };

  return {
    async adoptCache() {
      const cache = await documentIndex.readCache();
      transaction(db, () => {
        if (publishedStamp(db) === stampOf(cache)) return;
        db.exec("DELETE FROM sources WHERE kind IN ('file', 'url')");
        for (const [sourceId, record] of Object.entries(cache.sources)) {
          insert(
            {
              ...unknown,
              sourceId,
              kind: record.source_type,
              record,
              nextCheckAt: record.url?.next_check_at ?? null,
            },
            '',
          );
        }
        keepStamp(db, stampOf(cache));
      });
    },

    all: async () => all(),

    async waiting(task, limit) {
      return db
        .prepare('SELECT * FROM sources WHERE task = ? ORDER BY source_id LIMIT ?')
        .all(task, limit)
        .map(toKnownSource);
    },

    async count(task) {
      return Number(db.prepare('SELECT count(*) AS n FROM sources WHERE task = ?').get(task)?.['n']);
    },

    async save(sources, run) {
      transaction(db, () => {
        for (const source of sources) insert(source, run);
      });
    },

    async confirm(sourceIds, { run, checkedAt }) {
      const statement = db.prepare('UPDATE sources SET found_by = ?, checked_at = ? WHERE source_id = ?');
      transaction(db, () => {
        for (const sourceId of sourceIds) statement.run(run, checkedAt, sourceId);
      });
    },

    async dropUnfound(run) {
      return transaction(db, () => {
        const gone = db
          .prepare(
            "SELECT count(*) AS n FROM sources WHERE found_by <> ? AND kind IN ('file', 'url') AND record IS NOT NULL",
          )
          .get(run);
        db.prepare('DELETE FROM sources WHERE found_by <> ?').run(run);
        return Number(gone?.['n']);
      });
    },

    async publish(now) {
      const known = all();
      const records = known.flatMap(({ sourceId, record }) => (record ? [[sourceId, record] as const] : []));
      const cache: IndexCache = {
        schema_version: 1,
        generated_at: now.toISOString(),
        sources: Object.fromEntries(records),
      };
      await documentIndex.publish(cache);
      // A death before this line: the next refresh follows the file, which is this very cache.
      transaction(db, () => keepStamp(db, stampOf(cache)));
      await texts.keepOnly(new Set(records.map(([sourceId]) => sourceId)));
      return {
        sources: records.filter(([, { summary_text: text }]) => text.trim() !== '').length,
        rejected: known.filter(({ error }) => error !== null).length,
      };
    },
  };
}

const unknown = {
  origin: '',
  task: null,
  describedBy: null,
  checkedAt: null,
  failures: 0,
  tokens: null,
  foundBy: '',
  error: null,
} as const;

/** What a cache says about sources, whenever it was written. */
const stampOf = (cache: IndexCache): string =>
  createHash('sha256')
    .update(serializeIndexCache({ ...cache, generated_at: '' }))
    .digest('hex');

const publishedStamp = (db: DatabaseSync): string | null => {
  const row = db.prepare('SELECT stamp FROM published_index').get();
  return row ? String(row['stamp']) : null;
};

const keepStamp = (db: DatabaseSync, stamp: string): void => {
  db.prepare('INSERT OR REPLACE INTO published_index (one, stamp) VALUES (1, ?)').run(stamp);
};

type Row = Readonly<Record<string, SQLOutputValue>>;

function toKnownSource(row: Row): KnownSource {
  const text = (name: string): string | null => {
    const value = row[name] ?? null;
    return value === null ? null : String(value);
  };
  const record = text('record');
  return {
    sourceId: String(row['source_id']),
    kind: String(row['kind']) as SourceKind,
    origin: String(row['origin']),
    task: text('task') as SourceTask | null,
    record: record === null ? null : parseIndexCacheRecord(record),
    describedBy: text('described_by'),
    checkedAt: text('checked_at'),
    nextCheckAt: text('next_check_at'),
    failures: Number(row['failures']),
    tokens: row['tokens'] === null ? null : Number(row['tokens']),
    foundBy: String(row['found_by']),
    error: text('error'),
  };
}
