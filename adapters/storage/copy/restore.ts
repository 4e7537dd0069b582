import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mistake, type PortError } from '../../../domain/ports/errors.ts';
import { copyStore, requireNoWorkers } from './copy-store.ts';
import { kindOf, type FileKind } from './file-kind.ts';
import { saidAs } from '../database/revisions.ts';
import type { OpenDatabase, Transaction } from '../database/database.ts';
import { openReadOnly } from '../database/sqlite/sqlite.ts';
import { readForgotten, readRetractions } from '../retracted-and-erased.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { keptAsideFolder, manifestPath, readManifest } from '../files/text-files.ts';
import { printedPaths } from '../printing/printed-files.ts';
import { readPrinted, takeIn, type RetractedAndErased } from '../retracted-and-erased-files.ts';

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
  const now = new Date();
  const rows = await copyStore({
    from,
    to,
    replaces: again,
    finish: (trx: Transaction) => takeIn(trx, retractedAndErased ?? { erasures: [], retractions: [] }, now),
  });
  // Not earlier: a restore that is refused, or dies, leaves what the lists say.
  setFilesAside(paths, now);
  return rows;
}

/** What stood in the text files counts for nothing in the restored store, which prints its own. */
function setFilesAside(paths: StoragePaths, now: Date): void {
  const aside = join(keptAsideFolder(paths), String(now.getTime()));
  for (const path of [...printedPaths(paths), manifestPath(paths)].filter((one) => existsSync(one))) {
    mkdirSync(aside, { recursive: true });
    renameSync(path, join(aside, basename(path)));
  }
}

/** What was retracted and forgotten; null if that is unknown. */
async function knownRetractedAndErased(
  from: Backup,
  to: OpenDatabase,
  paths: StoragePaths,
): Promise<RetractedAndErased | null> {
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
  const { problems, ...printed } = readPrinted(paths.libraryDir);
  const [problem] = problems;
  // What the line takes out would come back.
  if (problem)
    throw mistake(
      'storage_forgotten_unknown',
      `${problem.file}, line ${problem.line}: ${problem.reason} Complete the line with its line end, or delete it, and run this again.`,
    );
  return to.read(async (trx) => ({
    erasures: [...(await readForgotten(trx)), ...printed.erasures],
    retractions: [...(await readRetractions(trx)), ...printed.retractions],
  }));
}

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
      'forgotten.txt, retractions.txt and .printed.json of the printed files there, or accept with --accept-forgotten that it comes back.',
  );
