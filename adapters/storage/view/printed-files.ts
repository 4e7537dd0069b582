import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  serializeIndexCache,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import { formatErasure } from '../../../domain/team/erasures-file.ts';
import { formatRemovalDecision, formatRetraction } from '../../../domain/team/decision-files.ts';
import { formatSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicFileName } from '../../../domain/team/topic-slug.ts';
import { all, first, type Section } from '../database/section.ts';
import { revisionOf } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { readIndexCache, indexOf } from '../documents/read-index-cache.ts';
import { readRemovalDecisions } from '../library/decisions.ts';
import { liveGeneration } from '../library/generations.ts';
import { teamIndex } from '../library/topics-reader.ts';
import { readSettled, settlementsState } from '../library/settlements.ts';
import { readForgotten, readRetractions } from '../library/suppressions.ts';
import { readBlocks, textHash, topicRows, topicText } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from './view-folders.ts';

export interface PrintedFile {
  readonly path: string;
  /** Of what the text follows from. */
  readonly version: string;
  readonly print: () => Section<Printed>;
}

interface Printed {
  readonly text: string;
  /** Of topics. */
  readonly blocks: ReadonlyMap<QaId, string> | null;
}

/** Files that a person may add to, in the order in which they are taken in. */
export const suppressionPaths = ({ libraryDir }: StoragePaths) => ({
  forgotten: join(libraryDir, 'forgotten.txt'),
  retractions: join(libraryDir, 'retractions.txt'),
});

const rawPath = ({ rawDir }: StoragePaths, week: string): string => join(rawDir, `${week}.txt`);
export const topicPath = ({ topicsDir }: StoragePaths, slug: string): string =>
  join(topicsDir, topicFileName(slug));

/** Every file of the view. Topics come before the cache, which tells their sizes and times. */
export function* printedFiles(paths: StoragePaths, now: () => Date): Section<readonly PrintedFile[]> {
  const live = yield* liveGeneration();
  return [
    ...(yield* suppressions(paths)),
    ...(yield* weeks(paths)),
    ...(yield* topics(paths, live)),
    ...(yield* library(paths, live, now)),
    ...(yield* documents(paths)),
  ];
}

const plain = (text: string): Printed => ({ text, blocks: null });

function* suppressions(paths: StoragePaths): Section<readonly PrintedFile[]> {
  const files: PrintedFile[] = [];
  const { forgotten, retractions } = suppressionPaths(paths);
  const count = ({ fn }: { readonly fn: typeof tables.fn }) => fn.countAll<number | string>().as('n');
  const people = Number((yield* first(tables.selectFrom('forgotten').select(count)))?.n);
  const pairs = Number((yield* first(tables.selectFrom('retractions').select(count)))?.n);
  if (people > 0)
    files.push({
      path: forgotten,
      version: String(people),
      *print() {
        return plain((yield* readForgotten()).map(formatErasure).join(''));
      },
    });
  if (pairs > 0)
    files.push({
      path: retractions,
      version: String(pairs),
      *print() {
        return plain((yield* readRetractions()).map(formatRetraction).join(''));
      },
    });
  return files;
}

function* weeks(paths: StoragePaths): Section<readonly PrintedFile[]> {
  const revision = yield* revisionOf('archive');
  const rows = yield* all(
    tables
      .selectFrom('raw_segments')
      .select(({ fn }) => ['week', fn.max('id').as('last')])
      .groupBy('week'),
  );
  return rows.map(({ week, last }) => ({
    path: rawPath(paths, week),
    version: `${last} ${revision}`,
    *print() {
      return plain(yield* weekText(week));
    },
  }));
}

function* weekText(week: string): Section<string> {
  const segments = tables.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id');
  return (yield* all(segments)).map(({ text }) => text).join('');
}

function* topics(paths: StoragePaths, live: number): Section<readonly PrintedFile[]> {
  return (yield* topicRows(live)).map(({ slug, version }) => ({
    path: topicPath(paths, slug),
    version,
    *print() {
      const blocks = (yield* readBlocks(live, [slug])).get(slug) ?? [];
      const hashes = new Map(blocks.map(({ qaId, text }) => [qaId, textHash(text)]));
      return { text: topicText(blocks), blocks: hashes };
    },
  }));
}

function* library(paths: StoragePaths, live: number, now: () => Date): Section<readonly PrintedFile[]> {
  const revision = yield* revisionOf(`generation ${live}`);
  const { position, former, isEmpty } = yield* settlementsState(live);
  const settlements = `${live} ${position} ${former}`;
  const decisions = yield* revisionOf('decisions');
  const files: PrintedFile[] = [
    {
      path: paths.teamIndex,
      version: `${live} ${revision}`,
      *print() {
        return plain(yield* teamIndex(live));
      },
    },
    {
      path: paths.teamIndexCache,
      version: `${live} ${revision}`,
      *print() {
        return plain(serializeIndexCache(yield* teamCache(paths, live, now())));
      },
    },
    {
      path: paths.teamState,
      version: settlements,
      *print() {
        const ids = [...(yield* readSettled(live)).keys()];
        const last = ids.reduce<QaId | ''>((a, b) => (a === '' || compareQaIds(b, a) > 0 ? b : a), '');
        return plain(`${JSON.stringify({ last_processed_qa_id: last }, null, 2)}\n`);
      },
    },
  ];
  if (!isEmpty)
    files.push({
      path: join(paths.libraryDir, 'settled.txt'),
      version: settlements,
      *print() {
        return plain([...(yield* readSettled(live)).values()].map(formatSettled).join(''));
      },
    });
  if (decisions > 0)
    files.push({
      path: join(paths.libraryDir, 'decisions.txt'),
      version: String(decisions),
      *print() {
        return plain((yield* readRemovalDecisions()).map(formatRemovalDecision).join(''));
      },
    });
  return files;
}

/** `index-team-cache.json`. */
function* teamCache(paths: StoragePaths, live: number, now: Date): Section<IndexCache> {
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
  return { schema_version: 1, generated_at: now.toISOString(), sources: Object.fromEntries(records) };
}

function* documents(paths: StoragePaths): Section<readonly PrintedFile[]> {
  const revision = yield* revisionOf('documents');
  if (revision === 0) return [];
  return [
    {
      path: paths.documentIndexCache,
      version: String(revision),
      *print() {
        return plain(serializeIndexCache(yield* readIndexCache()));
      },
    },
    {
      path: paths.documentIndex,
      version: String(revision),
      *print() {
        return plain(indexOf(yield* readIndexCache()));
      },
    },
  ];
}
