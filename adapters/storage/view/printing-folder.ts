import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { say, saidAs } from '../database/revisions.ts';
import { run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { parsedJson } from '../adoption/parsed-json.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { readText, replaceFile } from './replace-file.ts';

/** Somebody else may print when nothing was heard from the folder for so long: its host is gone. */
const staleMilliseconds = 5 * 60_000;
export const renewMilliseconds = 60_000;

const schema = z.object({ folder: z.string(), place: z.string(), heardAt: z.number() });

/**
 * Of hosts that share a store one prints: the store names the folder that holds its files. A round looks inside its own
 * transaction, so a host that slept through the change of folders prints nothing more. The folder of a host that is gone is
 * replaced by another one; what stood in that one before is moved aside, because nobody knows what a person changed in it.
 */
export function createPrintingFolder({
  paths,
  place,
  log,
  now,
}: {
  readonly paths: StoragePaths;
  /** Host and folder, for a person. */
  readonly place: string;
  readonly log: StorageLog;
  readonly now: () => Date;
}): () => Section<boolean> {
  const folder = folderId(paths);
  let warnedOf = '';
  return function* () {
    const time = now().getTime();
    const holder = schema.safeParse(parsedJson((yield* saidAs('view')) ?? '')).data;
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
      yield* run(tables.deleteFrom('view_files'));
      const aside = moveAside(paths, time);
      log.warn(
        { aside },
        `view_moved: the text files are printed in ${place} from now on, not in ${holder.place}`,
      );
    }
    yield* say('view', JSON.stringify({ folder, place, heardAt: time }));
    return true;
  };
}

function folderId(paths: StoragePaths): string {
  const path = join(paths.libraryDir, '.view');
  const known = readText(path)?.trim();
  if (known) return known;
  replaceFile(path, `${randomUUID()}\n`, null);
  return readText(path)?.trim() ?? '';
}

/** Everything that a former print left. Returns the folder that it is in now. */
export function moveAside(paths: StoragePaths, time: number): string {
  const aside = join(paths.libraryDir, 'former', String(time));
  const printed = [
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
  mkdirSync(aside, { recursive: true });
  for (const path of printed) if (existsSync(path)) renameSync(path, join(aside, basename(path)));
  for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
  return readdirSync(aside).length > 0 ? aside : '';
}
