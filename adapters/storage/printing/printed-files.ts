import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  serializeIndexCache,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { compareQaIds } from '../../../domain/values/qa-id.ts';
import { formatErasure } from '../../../domain/team/erasures-file.ts';
import { formatRemovalApproval, formatRetraction } from '../../../domain/team/removal-files.ts';
import { formatSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import { all, first, type Section } from '../database/section.ts';
import { revisionIn } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { readIndexCache, indexOf } from '../documents/document-index.ts';
import { readRemovalApprovals } from '../library/removal-approvals.ts';
import { teamIndex, topicRows } from '../library/topics-reader.ts';
import { weekText } from '../library/raw-archive.ts';
import { unknownGeneration } from '../library/generations.ts';
import { readSettled } from '../library/ledger.ts';
import { readForgotten, readRetractions } from '../retracted-and-erased.ts';
import { readBlocks, topicText } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { retractedAndErasedPaths } from '../retracted-and-erased-files.ts';
import { ignoreMissing } from '../files/text-files.ts';

export interface PrintedFile {
  readonly path: string;
  /** The version of the data behind the text. */
  readonly version: string;
  readonly print: () => Section<string>;
}

/** Everything that is printed, files and folders. */
export const printedPaths = (paths: StoragePaths): readonly string[] => [
  ...['retractions.txt', 'forgotten.txt', 'decisions.txt', 'settled.txt'].map((name) =>
    join(paths.libraryDir, name),
  ),
  paths.teamIndex,
  paths.teamIndexCache,
  paths.teamState,
  paths.documentIndex,
  paths.documentIndexCache,
  paths.rawDir,
  paths.topicsDir,
];

const topicPath = ({ topicsDir }: StoragePaths, slug: string): string => join(topicsDir, topicFileName(slug));

/** The versions of everything that is printed, in one statement. */
export function* printedState() {
  const state = yield* first(
    tables
      .selectFrom('generations')
      .select('number as live')
      .select((of) => [
        of.selectFrom('forgotten').select(of.fn.countAll<number>().as('n')).as('people'),
        of.selectFrom('retractions').select(of.fn.countAll<number>().as('n')).as('retractions'),
        of
          .selectFrom('raw_segments')
          .select(({ fn }) => fn.max('id').as('id'))
          .as('segment'),
        of
          .selectFrom('settlements')
          .select(({ fn }) => fn.max('position').as('position'))
          .whereRef('generation', '=', 'number')
          .as('position'),
        revisionIn('decisions').as('decisions'),
        revisionIn('archive').as('archive'),
        revisionIn('documents').as('documents'),
        revisionIn('generation', of.ref('number')).as('topics'),
        revisionIn('settlements', of.ref('number')).as('settlements'),
      ])
      .where('state', '=', 'live'),
  );
  if (state) return state;
  throw unknownGeneration(1);
}

export type PrintedState = ReturnType<typeof printedState> extends Section<infer State> ? State : never;

/** The folders that hold printed files. */
export const foldersOf = (paths: StoragePaths): readonly string[] => [
  ...new Set([paths.rawDir, paths.topicsDir, ...printedPaths(paths).map((path) => dirname(path))]),
];

/** Every printed file. Topics come before the cache, which contains their sizes and times. */
export function* printedFiles(
  paths: StoragePaths,
  state: PrintedState,
  now: () => Date,
): Section<readonly PrintedFile[]> {
  return [
    ...facts(paths, state),
    ...(yield* weeks(paths, state)),
    ...(yield* topics(paths, state)),
    ...library(paths, state, now),
    ...documents(paths, state),
  ];
}

function* lines<Row>(rows: () => Section<readonly Row[]>, format: (row: Row) => string): Section<string> {
  return (yield* rows()).map(format).join('');
}

/** Decisions of people, which hold in all generations. */
function facts(
  paths: StoragePaths,
  { people, retractions, decisions }: PrintedState,
): readonly PrintedFile[] {
  const { forgotten, retractions: retracted } = retractedAndErasedPaths(paths);
  const decided = join(paths.libraryDir, 'decisions.txt');
  const files = [
    [forgotten, people, () => lines(readForgotten, formatErasure)],
    [retracted, retractions, () => lines(readRetractions, formatRetraction)],
    [decided, decisions, () => lines(readRemovalApprovals, formatRemovalApproval)],
  ] as const;
  return files.flatMap(([path, version, print]) =>
    Number(version) > 0 ? [{ path, version: String(version), print }] : [],
  );
}

function* weeks({ rawDir }: StoragePaths, { archive }: PrintedState): Section<readonly PrintedFile[]> {
  const rows = yield* all(
    tables
      .selectFrom('raw_segments')
      .select(({ fn }) => ['week', fn.max('id').as('last')])
      .groupBy('week'),
  );
  return rows.map(({ week, last }) => ({
    path: join(rawDir, `${week}.txt`),
    version: `${last} ${archive ?? 0}`,
    print: () => weekText(week),
  }));
}

function* topics(paths: StoragePaths, { live }: PrintedState): Section<readonly PrintedFile[]> {
  return (yield* topicRows(live)).map(({ slug, version }) => ({
    path: topicPath(paths, slug),
    version,
    *print() {
      return topicText((yield* readBlocks(live, [slug])).get(slug) ?? []);
    },
  }));
}

function library(
  paths: StoragePaths,
  { live, topics: revision, settlements, position, retractions }: PrintedState,
  now: () => Date,
): readonly PrintedFile[] {
  const version = `${live} ${revision ?? 0}`;
  const settled = `${live} ${position ?? 0} ${settlements ?? 0} ${retractions}`;
  const ledger = { path: join(paths.libraryDir, 'settled.txt'), version: settled };
  const isEmpty = Number(position) + Number(retractions) === 0;
  return [
    { path: paths.teamIndex, version, print: () => teamIndex(live) },
    { path: paths.teamIndexCache, version, print: () => teamCache(paths, live, now()) },
    { path: paths.teamState, version: settled, print: () => state(live) },
    ...(isEmpty ? [] : [{ ...ledger, print: () => lines(() => settledLines(live), formatSettled) }]),
  ];
}

function* settledLines(live: number): Section<readonly Settled[]> {
  return [...((yield* readSettled(live))?.settled.values() ?? [])];
}

/** `state.json`. */
function* state(live: number): Section<string> {
  const ids = (yield* settledLines(live)).map(({ qaId }) => qaId);
  const last = ids.toSorted(compareQaIds).at(-1) ?? '';
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
        content_hash: row.describedHash,
        summary_text: row.description,
        last_indexed_at: row.describedAt,
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

function documents(paths: StoragePaths, { documents: version }: PrintedState): readonly PrintedFile[] {
  if (version === null) return [];
  const printed = (path: string, format: (cache: IndexCache) => string): PrintedFile => ({
    path,
    version,
    *print() {
      return format(yield* readIndexCache());
    },
  });
  return [printed(paths.documentIndexCache, serializeIndexCache), printed(paths.documentIndex, indexOf)];
}
