import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { topicSlug } from '../../../domain/team/topic-slug.ts';
import { finalError, mistake, transientError, type PortError } from '../../../domain/ports/errors.ts';
import { first, type OpenDatabase, type Section } from '../database/section.ts';
import { say, saidAs } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from '../view/view-folders.ts';
import { readText, replaceFile } from '../view/replace-file.ts';
import { adoptDocuments, pagesFolder } from './adopt-documents.ts';
import { adoptLibrary, liveTarget } from './adopt-library.ts';

/**
 * At start, in one section: a new store gets its identity and takes in what text files hold. Returns the identity. Throws a
 * final `PortError` when the files belong to another store.
 */
export function* establish({
  paths,
  place,
  log,
  now,
}: {
  readonly paths: StoragePaths;
  /** The address or path of the database, for messages. */
  readonly place: string;
  readonly log: StorageLog;
  readonly now: Date;
}): Section<string> {
  const known = yield* saidAs('store');
  const marker = readText(markerPath(paths))?.trim() || null;
  if (known !== null && marker !== null && marker !== known)
    throw otherStore({ paths, place, known, marker });
  const id = known ?? marker ?? randomUUID();
  if (known === null) yield* say('store', id);
  const generation = yield* first(tables.selectFrom('generations').select('number').limit(1));
  if (!generation) {
    refuseMissingLive(paths.libraryDir);
    yield* adoptLibrary({ paths, log, now });
    yield* adoptDocuments(paths, log);
  }
  return id;
}

/** Waits until another process has created the store. Returns its identity, or throws a transient `PortError`. */
export async function establishedElsewhere(
  database: OpenDatabase,
  waitMilliseconds: number,
): Promise<string> {
  const giveUpAt = Date.now() + waitMilliseconds;
  for (;;) {
    const id = await database.read(function* () {
      const generation = yield* first(tables.selectFrom('generations').select('number').limit(1));
      return generation ? yield* saidAs('store') : null;
    });
    if (id !== null) return id;
    if (Date.now() >= giveUpAt) throw notReady(database.place);
    await sleep(500);
  }
}

const notReady = (place: string): PortError =>
  transientError(
    'storage_not_ready',
    `The store ${place} is empty. Start a worker with the role library first: it takes in the text files, if there are ` +
      'any, and makes the library.',
  );

/** Removes adopted files once `establish` is on disk. It may run again after a crash. */
export function clearAdopted(paths: StoragePaths, id: string): void {
  const { libraryDir, rawDir } = paths;
  mkdirSync(libraryDir, { recursive: true });
  const generations = join(libraryDir, 'generations');
  for (const number of ignoreMissing(() => readdirSync(generations), [])) {
    const aside = join(generations, number, 'set-aside');
    for (const name of ignoreMissing(() => readdirSync(aside), [])) {
      mkdirSync(join(libraryDir, 'conflicts'), { recursive: true });
      renameSync(join(aside, name), join(libraryDir, 'conflicts', name));
    }
  }
  for (const link of [paths.topicsDir, paths.teamIndex, paths.teamIndexCache, paths.teamState]) {
    if (ignoreMissing(() => lstatSync(link).isSymbolicLink(), false)) rmSync(link);
  }
  for (const name of ignoreMissing(() => readdirSync(paths.topicsDir), [])) {
    const slug = name.endsWith('.txt') && !name.startsWith('.') ? topicSlug(name) : null;
    if (slug !== null && basename(name, '.txt') !== slug) rmSync(join(paths.topicsDir, name));
  }
  for (const path of [
    join(rawDir, '.append.json'),
    join(libraryDir, 'dry-run.json'),
    pagesFolder(paths),
    generations,
    join(libraryDir, 'live'),
  ]) {
    rmSync(path, { recursive: true, force: true });
  }
  if (readText(markerPath(paths)) === null) replaceFile(markerPath(paths), `${id}\n`, { baseHash: null });
}

const markerPath = ({ libraryDir }: StoragePaths): string => join(libraryDir, '.store');

function refuseMissingLive(libraryDir: string): void {
  const live = liveTarget(libraryDir);
  const isThere = live !== null && existsSync(join(libraryDir, 'generations', String(live)));
  const others = ignoreMissing(() => readdirSync(join(libraryDir, 'generations')), []);
  if (isThere || (live === null && others.every((name) => name.startsWith('.')))) return;
  throw finalError(
    'library_live_missing',
    `${join(libraryDir, 'live')} leads to no generation. Link it to the one to answer from, ` +
      `such as: ln -sfn generations/1 ${join(libraryDir, 'live')}`,
  );
}

const otherStore = ({
  paths,
  place,
  known,
  marker,
}: Readonly<Record<'place' | 'known' | 'marker', string>> & { readonly paths: StoragePaths }): PortError =>
  mistake(
    'view_of_another_store',
    `${paths.libraryDir} holds the text files of the store ${marker}, and ${place} is the store ${known}. ` +
      'Correct storage.data_dir and the paths in kb, give this store a folder of its own, or move the text files away: ' +
      'they are printed again.',
  );
