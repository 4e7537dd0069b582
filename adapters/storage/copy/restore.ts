import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mistake, type PortError } from '../../../domain/ports/errors.ts';
import { formatErasure, parseErasures } from '../../../domain/team/erasures-file.ts';
import { formatRetraction, parseRetractions } from '../../../domain/team/retractions-file.ts';
import type { LineProblem } from '../../../domain/values/text.ts';
import { copyStore, requireNoWorkers } from './copy-store.ts';
import { kindOf, type FileKind } from './file-kind.ts';
import { saidAs } from '../database/revisions.ts';
import type { Database, OpenDatabase, Transaction } from '../database/database.ts';
import { openReadOnly } from '../database/sqlite/sqlite.ts';
import { readForgotten, readRetractions } from '../retracted-and-erased.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { keptAsideFolder, readText } from '../files/text-files.ts';
import { manifestPath, readManifest } from '../files/manifest.ts';
import { printedPaths } from '../printing/printed-files.ts';
import {
  retractedAndErasedPaths,
  takeInForgotten,
  takeInRetractions,
} from '../retracted-and-erased-files.ts';

/** A backup that was opened, with its path. */
type Backup = ReturnType<typeof openReadOnly> & { readonly path: string };

/** Throws a final `PortError` for a file that is damaged, foreign, newer or not whole. */
export function openBackup(path: string): Backup {
  const why = refusals[existsSync(path) ? kindOf(path) : 'missing'];
  if (why) throw mistake('storage_no_backup', `${path} ${why}`);
  return { ...openReadOnly(path), path };
}

/**
 * Puts a backup in the place of a store, with what was retracted and forgotten since, by the store that it replaces and by the
 * printed lists.
 * Throws a final `PortError` while workers run; for a store that is there, unless it is to be replaced; and where nothing
 * tells what was forgotten, unless that is accepted.
 */
export async function restore({
  from,
  to,
  paths,
  again,
  acceptForgotten,
}: {
  readonly from: Backup;
  readonly to: OpenDatabase;
  readonly paths: StoragePaths;
  readonly again: boolean;
  readonly acceptForgotten: boolean;
}): Promise<number> {
  await requireNoWorkers(to);
  const retractedAndErased = await knownRetractedAndErased(from, to, paths);
  if (retractedAndErased === null && !acceptForgotten) throw forgottenUnknown(from.path, paths);
  const { forgotten = '', retractions = '' } = retractedAndErased ?? {};
  const now = new Date();
  setFilesAside(paths, now);
  return copyStore({
    from,
    to,
    replaces: again,
    async finish(trx: Transaction) {
      await takeInForgotten(trx, forgotten);
      await takeInRetractions(trx, retractions, now);
    },
  });
}

/** What stood in the text files counts for nothing in the restored store, which prints its own. */
function setFilesAside(paths: StoragePaths, now: Date): void {
  const aside = join(keptAsideFolder(paths), String(now.getTime()));
  for (const path of [...printedPaths(paths), manifestPath(paths)].filter((one) => existsSync(one))) {
    mkdirSync(aside, { recursive: true });
    renameSync(path, join(aside, basename(path)));
  }
}

/** The lines of what was retracted and forgotten; null if they are unknown. */
async function knownRetractedAndErased(
  from: Backup,
  to: OpenDatabase,
  paths: StoragePaths,
): Promise<{ readonly forgotten: string; readonly retractions: string } | null> {
  const idIn = (trx: Transaction) => saidAs(trx, 'store');
  const [id, live] = [await from.read(idIn), await to.read(idIn)];
  const marker = readManifest(paths)?.store ?? null;
  for (const [place, other] of [
    [to.place, live],
    [paths.libraryDir, marker],
  ] as const) {
    if (other !== null && other !== id)
      throw mistake(
        'store_of_another',
        `${from.path} is a backup of the store ${id}, and ${place} holds the store ${other}.`,
      );
  }
  if (live === null && marker === null) return null;
  const files = retractedAndErasedPaths(paths);
  const [forgotten, retractions] = live === null ? ['', ''] : await retractedAndErasedOf(to);
  return {
    forgotten: `${forgotten}${readWhole(files.forgotten, parseErasures)}`,
    retractions: `${retractions}${readWhole(files.retractions, parseRetractions)}`,
  };
}

/** Throws if a line does not count, because what it takes out would come back. */
function readWhole(
  path: string,
  parse: (text: string) => { readonly problems: readonly LineProblem[] },
): string {
  const text = readText(path) ?? '';
  const [problem] = parse(text).problems;
  if (problem)
    throw mistake(
      'storage_forgotten_unknown',
      `${path}, line ${problem.line}: ${problem.reason} Complete the line with its line end, or delete it, and run this again.`,
    );
  return text;
}

const retractedAndErasedOf = (database: Database): Promise<readonly [string, string]> =>
  database.read(async (trx) => [
    (await readForgotten(trx)).map(formatErasure).join(''),
    (await readRetractions(trx)).map(formatRetraction).join(''),
  ]);

const refusals: Readonly<Partial<Record<FileKind | 'missing', string>>> = {
  missing: 'is not there. Name a file that storage backup has written.',
  damaged: 'is damaged, or no SQLite database. Restore another backup.',
  other: 'holds no whole store. Name a file that storage backup has written to its end.',
  newer: 'was written by a newer Steward. Start that one, or restore a backup from before the upgrade.',
};

const forgottenUnknown = (path: string, { libraryDir }: StoragePaths): PortError =>
  mistake(
    'storage_forgotten_unknown',
    `Nothing here tells what was retracted and forgotten since ${path} was written: neither a store nor ${libraryDir}. Put ` +
      'forgotten.txt, retractions.txt and .store of the printed files there, or accept with --accept-forgotten that it comes back.',
  );
