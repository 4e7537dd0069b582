import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { say, saidAs, unsay } from '../database/revisions.ts';
import { run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { readText, replaceFile } from './replace-file.ts';
import { configuredFiles } from './view-folders.ts';

/** Another host may print once the holder has been silent for this long. */
const staleMilliseconds = 5 * 60_000;
export const renewMilliseconds = 60_000;

/** The id of the printing folder, its host and path for messages, and when its host last renewed it. */
interface Holder {
  readonly folder: string;
  readonly place: string;
  readonly heardAt: number;
}

/**
 * Of hosts that share a store one prints: the store names the folder that holds its files. A round looks inside its own
 * transaction, so a host that slept through the change of folders prints nothing more. The folder of a host that is gone is
 * replaced by another one.
 */
export function createPrintingFolder({
  paths,
  place,
  log,
  now,
}: {
  readonly paths: StoragePaths;
  /** Host and folder, for messages. */
  readonly place: string;
  readonly log: StorageLog;
  readonly now: () => Date;
}): () => Section<boolean> {
  const folder = folderId(paths);
  let warnedOf = '';
  return function* () {
    const time = now().getTime();
    const said = yield* saidAs('view');
    const holder = said === null ? null : (JSON.parse(said) as Holder);
    const isOwn = holder?.folder === folder;
    if (isOwn && time - holder.heardAt < renewMilliseconds) return true;
    if (holder && !isOwn && time - holder.heardAt < staleMilliseconds) {
      if (warnedOf !== holder.place)
        log.warn(
          { place: holder.place },
          `view_elsewhere: ${holder.place} holds the printed text files of this store; none are printed in ${place}`,
        );
      warnedOf = holder.place;
      return false;
    }
    if (holder && !isOwn) {
      yield* say(formerMark, holder.place);
      log.warn({}, `view_moved: the text files are printed in ${place} from now on, not in ${holder.place}`);
    }
    yield* say('view', JSON.stringify({ folder, place, heardAt: time }));
    return true;
  };
}

function folderId(paths: StoragePaths): string {
  const path = join(paths.libraryDir, '.view');
  const known = readText(path)?.trim();
  if (known) return known;
  replaceFile(path, `${randomUUID()}\n`, { baseHash: null });
  return readText(path)?.trim() ?? '';
}

/** Set if the present text files are outdated: another host printed since, or a backup was restored. */
export const formerMark = 'former';

/** Moves outdated files aside, because edits in them cannot be recognised. */
export function* leaveFormer(paths: StoragePaths, time: number): Section<boolean> {
  if ((yield* saidAs(formerMark)) === null) return false;
  moveAside(paths, time);
  yield* run(tables.deleteFrom('view_files'));
  yield* unsay(formerMark);
  return true;
}

function moveAside(paths: StoragePaths, time: number): void {
  const aside = join(paths.libraryDir, 'former', String(time));
  const printed = [
    ...['retractions.txt', 'forgotten.txt', 'decisions.txt', 'settled.txt'].map((name) =>
      join(paths.libraryDir, name),
    ),
    ...configuredFiles(paths),
    paths.rawDir,
    paths.topicsDir,
  ];
  for (const path of printed.filter((one) => existsSync(one))) {
    mkdirSync(aside, { recursive: true });
    renameSync(path, join(aside, basename(path)));
  }
  for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
}
