import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serializeIndexCache, type IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { compareQaIds } from '../../../domain/values/qa-id.ts';
import { formatErasure } from '../../../domain/team/erasures-file.ts';
import { formatRetraction } from '../../../domain/team/retractions-file.ts';
import { formatSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import type { Transaction } from '../database/database.ts';
import { revisionsIn } from '../database/revisions.ts';
import { readIndexCache, indexOf } from '../documents/document-index.ts';
import { teamIndex, topicRows } from '../library/topics-reader.ts';
import { weekText } from '../library/raw-archive.ts';
import { liveGeneration } from '../library/generations.ts';
import { readSettled } from '../library/ledger.ts';
import { readForgotten, readRetractions } from '../retracted-and-erased.ts';
import { readBlocks, topicText } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from '../files/text-files.ts';

export interface PrintedFile {
  readonly path: string;
  /** The version of the data behind the text. */
  readonly version: string;
  /** Whether it is also read. */
  readonly isInput?: boolean;
  readonly print: (trx: Transaction) => Promise<string>;
}

const listPaths = ({ libraryDir }: StoragePaths) => ({
  forgotten: join(libraryDir, 'forgotten.txt'),
  retractions: join(libraryDir, 'retractions.txt'),
  settled: join(libraryDir, 'settled.txt'),
});

const topicPath = ({ topicsDir }: StoragePaths, slug: string): string => join(topicsDir, topicFileName(slug));

/** Everything that is printed, files and folders. */
export const printedPaths = (paths: StoragePaths): readonly string[] => [
  ...Object.values(listPaths(paths)),
  paths.teamIndex,
  paths.teamIndexCache,
  paths.teamState,
  paths.documentIndex,
  paths.documentIndexCache,
  paths.rawDir,
  paths.topicsDir,
];

/** Changes with everything that is printed. */
export async function printedState(trx: Transaction): Promise<string> {
  const live = await liveGeneration(trx);
  const revisions = await revisionsIn(trx);
  const ofLive = [`generation ${live}`, `settlements ${live}`];
  const things = ['archive', 'erasures', 'retractions', 'documents', ...ofLive];
  return JSON.stringify([live, ...things.map((thing) => revisions.get(thing))]);
}

/** Every printed file of which there is something. Topics come before the cache, which contains their sizes and times. */
export async function printedFiles(trx: Transaction, paths: StoragePaths): Promise<readonly PrintedFile[]> {
  const live = await liveGeneration(trx);
  const revisions = await revisionsIn(trx);
  const files: PrintedFile[] = [];
  const lists = listPaths(paths);
  /** A file that follows from these things. */
  const add = (path: string, things: readonly string[], print: PrintedFile['print']): void => {
    const version = things.map((thing) => revisions.get(thing) ?? '');
    const isInput = path === lists.forgotten || path === lists.retractions;
    if (version.some((one) => one !== ''))
      files.push({ path, version: `${live} ${version.join(' ')}`, isInput, print });
  };
  const ledger = [`settlements ${live}`, 'retractions'];
  const library = [`generation ${live}`];
  add(lists.forgotten, ['erasures'], async (of) => linesOf(await readForgotten(of), formatErasure));
  add(lists.retractions, ['retractions'], async (of) => linesOf(await readRetractions(of), formatRetraction));
  add(lists.settled, ledger, async (of) => linesOf(await settledLines(of, live), formatSettled));
  const weeks = trx.selectFrom('raw_segments').select(({ fn }) => ['week', fn.max('id').as('last')]);
  for (const { week, last } of await weeks.groupBy('week').execute()) {
    const version = `${last} ${revisions.get('weeks') ?? ''}`;
    const path = join(paths.rawDir, `${week}.txt`);
    files.push({ path, version, isInput: true, print: (of) => weekText(of, week) });
  }
  for (const { slug, version } of await topicRows(trx, live)) {
    const print = async (of: Transaction) => topicText((await readBlocks(of, live, [slug])).get(slug) ?? []);
    files.push({ path: topicPath(paths, slug), version, print });
  }
  add(paths.teamIndex, library, async (of) => teamIndex(await topicRows(of, live)));
  add(paths.teamIndexCache, library, (of) => teamCache(of, paths, live));
  add(paths.teamState, [...library, ...ledger], (of) => cursorFile(of, live));
  add(paths.documentIndexCache, ['documents'], async (of) => serializeIndexCache(await readIndexCache(of)));
  add(paths.documentIndex, ['documents'], async (of) => indexOf(await readIndexCache(of)));
  return files;
}

const linesOf = <Row>(rows: readonly Row[], format: (row: Row) => string): string =>
  rows.map(format).join('');

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
async function teamCache(trx: Transaction, paths: StoragePaths, live: number): Promise<string> {
  const rows = await topicRows(trx, live);
  const records = rows.map((row): readonly [string, IndexCacheRecord] => {
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
    generated_at:
      rows
        .map(({ describedAt }) => describedAt)
        .toSorted()
        .at(-1) ?? new Date(0).toISOString(),
    sources: Object.fromEntries(records),
  });
}
