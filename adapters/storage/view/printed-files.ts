import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  serializeIndexCache,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { compareQaIds } from '../../../domain/values/qa-id.ts';
import { formatErasure } from '../../../domain/team/erasures-file.ts';
import { formatRemovalDecision, formatRetraction } from '../../../domain/team/decision-files.ts';
import { formatSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import { countIn, values } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { revisionOf } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { readIndexCache, indexOf } from '../documents/document-index.ts';
import { readRemovalDecisions } from '../library/decisions.ts';
import { liveGeneration } from '../library/generations.ts';
import { teamIndex } from '../library/topics-reader.ts';
import { readSettled, settlementsState } from '../library/settlements.ts';
import { readForgotten, readRetractions } from '../library/suppressions.ts';
import { readBlocks, topicRows, topicText } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from './view-folders.ts';

export interface PrintedFile {
  readonly path: string;
  /** Of what the text follows from. */
  readonly version: string;
  readonly print: () => Section<string>;
}

/** Files that a person may add to, in the order in which they are taken in. */
export const suppressionPaths = ({ libraryDir }: StoragePaths) => ({
  forgotten: join(libraryDir, 'forgotten.txt'),
  retractions: join(libraryDir, 'retractions.txt'),
});

export const topicPath = ({ topicsDir }: StoragePaths, slug: string): string =>
  join(topicsDir, topicFileName(slug));

/** Every file of the view. Topics come before the cache, which tells their sizes and times. */
export function* printedFiles(paths: StoragePaths, now: () => Date): Section<readonly PrintedFile[]> {
  const live = yield* liveGeneration();
  return [
    ...(yield* facts(paths)),
    ...(yield* weeks(paths)),
    ...(yield* topics(paths, live)),
    ...(yield* library(paths, live, now)),
    ...(yield* documents(paths)),
  ];
}

/** A line for each row, as long as there are any. */
function* lines<Row>(rows: () => Section<readonly Row[]>, format: (row: Row) => string): Section<string> {
  return (yield* rows()).map(format).join('');
}

/** What people said, beside all generations. */
function* facts(paths: StoragePaths): Section<readonly PrintedFile[]> {
  const { forgotten, retractions } = suppressionPaths(paths);
  const versions = {
    people: yield* countIn(tables.selectFrom('forgotten')),
    pairs: yield* countIn(tables.selectFrom('retractions')),
    decisions: yield* revisionOf('decisions'),
  };
  const files = [
    [forgotten, versions.people, () => lines(readForgotten, formatErasure)],
    [retractions, versions.pairs, () => lines(readRetractions, formatRetraction)],
    [
      join(paths.libraryDir, 'decisions.txt'),
      versions.decisions,
      () => lines(readRemovalDecisions, formatRemovalDecision),
    ],
  ] as const;
  return files.flatMap(([path, version, print]) =>
    version > 0 ? [{ path, version: String(version), print }] : [],
  );
}

function* weeks({ rawDir }: StoragePaths): Section<readonly PrintedFile[]> {
  const revision = yield* revisionOf('archive');
  const rows = yield* all(
    tables
      .selectFrom('raw_segments')
      .select(({ fn }) => ['week', fn.max('id').as('last')])
      .groupBy('week'),
  );
  return rows.map(({ week, last }) => ({
    path: join(rawDir, `${week}.txt`),
    version: `${last} ${revision}`,
    print: () => weekText(week),
  }));
}

function* weekText(week: string): Section<string> {
  const segments = tables.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id');
  return (yield* values(segments)).join('');
}

function* topics(paths: StoragePaths, live: number): Section<readonly PrintedFile[]> {
  return (yield* topicRows(live)).map(({ slug, version }) => ({
    path: topicPath(paths, slug),
    version,
    *print() {
      return topicText((yield* readBlocks(live, [slug])).get(slug) ?? []);
    },
  }));
}

function* library(paths: StoragePaths, live: number, now: () => Date): Section<readonly PrintedFile[]> {
  const version = `${live} ${yield* revisionOf(`generation ${live}`)}`;
  const { position, former, isEmpty } = yield* settlementsState(live);
  const settlements = `${live} ${position} ${former}`;
  const ledger = { path: join(paths.libraryDir, 'settled.txt'), version: settlements };
  return [
    { path: paths.teamIndex, version, print: () => teamIndex(live) },
    { path: paths.teamIndexCache, version, print: () => teamCache(paths, live, now()) },
    { path: paths.teamState, version: settlements, print: () => state(live) },
    ...(isEmpty ? [] : [{ ...ledger, print: () => lines(() => settledLines(live), formatSettled) }]),
  ];
}

function* settledLines(live: number): Section<readonly Settled[]> {
  return [...(yield* readSettled(live)).values()];
}

/** `state.json`. */
function* state(live: number): Section<string> {
  const last = [...(yield* readSettled(live)).keys()].toSorted(compareQaIds).at(-1) ?? '';
  return `${JSON.stringify({ last_processed_qa_id: last }, null, 2)}\n`;
}

/** `index-team-cache.json`. */
function* teamCache(paths: StoragePaths, live: number, now: Date): Section<string> {
  const records = (yield* topicRows(live)).map((row): readonly [string, IndexCacheRecord] => {
    const stats = ignoreMissing(() => statSync(topicPath(paths, row.slug), { bigint: true }), null);
    return [
      teamSourceId(row.slug),
      {
        source_type: 'file',
        content_hash: row.described_hash,
        summary_text: row.description,
        last_indexed_at: row.described_at,
        summary_pending: row.pending === 1,
        file: {
          rel_path: topicFileName(row.slug),
          size_bytes: Number(stats?.size ?? 0),
          mtime_ns: stats?.mtimeNs ?? 0n,
        },
      },
    ];
  });
  return serializeIndexCache({
    schema_version: 1,
    generated_at: now.toISOString(),
    sources: Object.fromEntries(records),
  });
}

function* documents(paths: StoragePaths): Section<readonly PrintedFile[]> {
  const revision = yield* revisionOf('documents');
  if (revision === 0) return [];
  const printed = (path: string, format: (cache: IndexCache) => string): PrintedFile => ({
    path,
    version: String(revision),
    *print() {
      return format(yield* readIndexCache());
    },
  });
  return [printed(paths.documentIndexCache, serializeIndexCache), printed(paths.documentIndex, indexOf)];
}
