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
import { formatRetraction } from '../../../domain/team/retractions-file.ts';
import { formatSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import type { Transaction } from '../database/database.ts';
import { revisionIn } from '../database/revisions.ts';
import { readIndexCache, indexOf } from '../documents/document-index.ts';
import { teamIndex, topicRows } from '../library/topics-reader.ts';
import { weekText } from '../library/raw-archive.ts';
import { unknownGeneration } from '../library/generations.ts';
import { readSettled } from '../library/ledger.ts';
import { readForgotten, readRetractions } from '../retracted-and-erased.ts';
import { readBlocks, topicText } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from '../files/text-files.ts';

export interface PrintedFile {
  readonly path: string;
  /** The version of the data behind the text. */
  readonly version: string;
  readonly print: (trx: Transaction) => Promise<string>;
}

const lists = ['retractions.txt', 'forgotten.txt', 'settled.txt'] as const;

const listPath = ({ libraryDir }: StoragePaths, name: (typeof lists)[number]): string =>
  join(libraryDir, name);

const topicPath = ({ topicsDir }: StoragePaths, slug: string): string => join(topicsDir, topicFileName(slug));

/** Everything that is printed, files and folders. */
export const printedPaths = (paths: StoragePaths): readonly string[] => [
  ...lists.map((name) => listPath(paths, name)),
  paths.teamIndex,
  paths.teamIndexCache,
  paths.teamState,
  paths.documentIndex,
  paths.documentIndexCache,
  paths.rawDir,
  paths.topicsDir,
];

/** The versions of everything that is printed, in one statement. */
export async function printedState(trx: Transaction) {
  const state = await trx
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
      revisionIn(trx, 'archive').as('archive'),
      revisionIn(trx, 'documents').as('documents'),
      revisionIn(trx, 'generation', of.ref('number')).as('topics'),
      revisionIn(trx, 'settlements', of.ref('number')).as('settlements'),
    ])
    .where('state', '=', 'live')
    .executeTakeFirst();
  if (state) return state;
  throw unknownGeneration(1);
}

type PrintedState = ReturnType<typeof printedState> extends Promise<infer State> ? State : never;

/** Every printed file. Topics come before the cache, which contains their sizes and times. */
export async function printedFiles(
  trx: Transaction,
  paths: StoragePaths,
  state: PrintedState,
  now: () => Date,
): Promise<readonly PrintedFile[]> {
  return [
    ...listsOf(paths, state),
    ...(await weeks(trx, paths, state)),
    ...(await topics(trx, paths, state)),
    ...library(paths, state, now),
    ...documents(paths, state),
  ];
}

/** Lists that have a line: what people decided, which holds in all generations, and the ledger of the live one. */
function listsOf(paths: StoragePaths, state: PrintedState): readonly PrintedFile[] {
  const { live, people, retractions, position } = state;
  const list = <Row>(
    name: (typeof lists)[number],
    [lines, version]: readonly [lines: number, version: string],
    rows: (trx: Transaction) => Promise<readonly Row[]>,
    format: (row: Row) => string,
  ): readonly PrintedFile[] => {
    const print = async (trx: Transaction) => (await rows(trx)).map(format).join('');
    return lines > 0 ? [{ path: listPath(paths, name), version, print }] : [];
  };
  return [
    ...list('forgotten.txt', [people ?? 0, String(people)], readForgotten, formatErasure),
    ...list('retractions.txt', [retractions ?? 0, String(retractions)], readRetractions, formatRetraction),
    ...list(
      'settled.txt',
      [Number(position) + Number(retractions), ledgerVersion(state)],
      (trx) => settledLines(trx, live),
      formatSettled,
    ),
  ];
}

const ledgerVersion = ({ live, position, settlements, retractions }: PrintedState): string =>
  `${live} ${position ?? 0} ${settlements ?? 0} ${retractions}`;

async function weeks(
  trx: Transaction,
  { rawDir }: StoragePaths,
  { archive }: PrintedState,
): Promise<readonly PrintedFile[]> {
  const rows = await trx
    .selectFrom('raw_segments')
    .select(({ fn }) => ['week', fn.max('id').as('last')])
    .groupBy('week')
    .execute();
  return rows.map(({ week, last }) => ({
    path: join(rawDir, `${week}.txt`),
    version: `${last} ${archive ?? 0}`,
    print: (trx) => weekText(trx, week),
  }));
}

async function topics(
  trx: Transaction,
  paths: StoragePaths,
  { live }: PrintedState,
): Promise<readonly PrintedFile[]> {
  return (await topicRows(trx, live)).map(({ slug, version }) => ({
    path: topicPath(paths, slug),
    version,
    async print(trx: Transaction) {
      return topicText((await readBlocks(trx, live, [slug])).get(slug) ?? []);
    },
  }));
}

function library(paths: StoragePaths, state: PrintedState, now: () => Date): readonly PrintedFile[] {
  const { live } = state;
  const version = `${live} ${state.topics ?? 0}`;
  return [
    { path: paths.teamIndex, version, print: async (trx) => teamIndex(await topicRows(trx, live)) },
    { path: paths.teamIndexCache, version, print: (trx) => teamCache(trx, paths, live, now()) },
    { path: paths.teamState, version: ledgerVersion(state), print: (trx) => cursorFile(trx, live) },
  ];
}

const settledLines = async (trx: Transaction, live: number): Promise<readonly Settled[]> => [
  ...(await readSettled(trx, live)).values(),
];

/** `state.json`. */
async function cursorFile(trx: Transaction, live: number): Promise<string> {
  const ids = (await settledLines(trx, live)).map(({ qaId }) => qaId);
  const last = ids.toSorted(compareQaIds).at(-1) ?? '';
  return `${JSON.stringify({ last_processed_qa_id: last }, null, 2)}\n`;
}

/** `index-team-cache.json`. */
async function teamCache(trx: Transaction, paths: StoragePaths, live: number, now: Date): Promise<string> {
  const records = (await topicRows(trx, live)).map((row): readonly [string, IndexCacheRecord] => {
    const stats = ignoreMissing(() => statSync(topicPath(paths, row.slug), { bigint: true }), null);
    return [
      teamSourceId(row.slug),
      {
        source_type: 'file',
        content_hash: row.describedHash,
        summary_text: row.description,
        last_indexed_at: row.describedAt,
        summary_pending: row.pending,
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
    async print(trx: Transaction) {
      return format(await readIndexCache(trx));
    },
  });
  return [printed(paths.documentIndexCache, serializeIndexCache), printed(paths.documentIndex, indexOf)];
}
