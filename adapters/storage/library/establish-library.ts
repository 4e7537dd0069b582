import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PortError } from '../../../domain/ports/errors.ts';
import { topicFileName, topicSlug } from '../../../domain/team/topic-slug.ts';
import { linkDurably, makeFolderDurably, renameDurably, sweepTemporaries } from '../files/durable-files.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { readAbout, writeAbout } from './about-generation.ts';
import {
  generationFiles,
  generationNumbers,
  generationsDir,
  liveLink,
  liveNumber,
  type GenerationFiles,
} from './generation-files.ts';
import { readCursor } from './state-file.ts';

/**
 * At start, inside the lock: a library with its first generation, the `live` link and the links at the configured
 * places. The library of a Python original, which stands at those places itself, becomes generation 1.
 *
 * Every step looks at what is there and does only what is missing, and `live` comes after all else that moves, so a
 * start that died at any step is finished by the next one.
 */
export function establishLibrary(paths: StoragePaths, log: StorageLog): void {
  makeFolderDurably(generationsDir(paths.libraryDir));
  sweepTemporaries(generationsDir(paths.libraryDir));
  sweepTemporaries(paths.libraryDir);
  const live = liveNumber(paths.libraryDir);
  if (live === null) adopt(paths, log);
  else if (!existsSync(generationFiles(paths.libraryDir, live).folder)) throw noLive(paths.libraryDir);
  linkThroughLive(paths);
}

function adopt(paths: StoragePaths, log: StorageLog): void {
  const others = generationNumbers(paths.libraryDir).filter((number) => number !== 1);
  if (others.length > 0) throw noLive(paths.libraryDir);
  const first = generationFiles(paths.libraryDir, 1);
  makeFolderDurably(first.folder);
  // The cursor is fixed before the file that it stands in moves.
  if (!readAbout(first)) writeAbout(first, { rebuildOwner: null, adoptedCursor: adoptedCursor(paths) });
  const isAdoption = isOwn(paths.topicsLink);
  moveOwn(paths.teamIndexLink, first.index);
  moveOwn(paths.teamIndexCacheLink, first.indexCache);
  moveOwn(paths.teamStateLink, first.state);
  moveOwn(paths.topicsLink, first.topicsDir);
  makeFolderDurably(first.topicsDir);
  normalizeNames(first, log);
  linkDurably(join('generations', '1'), liveLink(paths.libraryDir));
  if (isAdoption)
    log.info({ generation: 1 }, 'library_adopted: the topics that were there are generation 1 now');
}

function adoptedCursor(paths: StoragePaths) {
  const cursor = readCursor(paths.teamStateLink);
  if (cursor !== 'unreadable') return cursor;
  throw new PortError({
    kind: 'final',
    code: 'state_unreadable',
    message:
      `${paths.teamStateLink} is not {"last_processed_qa_id": "qa_…"}. Correct it, or delete it to have every ` +
      'raw entry processed that stands in no topic.',
  });
}

/** Whether something of its own stands at a place, and no link. */
const isOwn = (path: string): boolean => ignoreMissing(() => !lstatSync(path).isSymbolicLink(), false);

function moveOwn(from: string, to: string): void {
  if (isOwn(from)) renameDurably(from, to);
}

/** The original took topic names as its model gave them. */
function normalizeNames({ topicsDir }: GenerationFiles, log: StorageLog): void {
  for (const name of readdirSync(topicsDir)) {
    const slug = topicSlug(name);
    if (!name.endsWith('.txt') || name.startsWith('.') || slug === null || name === topicFileName(slug))
      continue;
    const to = join(topicsDir, topicFileName(slug));
    if (existsSync(to)) continue;
    renameDurably(join(topicsDir, name), to);
    log.info({ file: to }, 'topic_file_renamed');
  }
}

function linkThroughLive(paths: StoragePaths): void {
  const through = filesThroughLive(paths.libraryDir);
  for (const [path, target] of [
    [paths.topicsLink, through.topicsDir],
    [paths.teamIndexLink, through.index],
    [paths.teamIndexCacheLink, through.indexCache],
    [paths.teamStateLink, through.state],
  ] as const) {
    makeFolderDurably(dirname(path));
    makeRoom(path);
    linkDurably(relative(dirname(path), target), path);
  }
}

function filesThroughLive(libraryDir: string) {
  const live = liveLink(libraryDir);
  return {
    topicsDir: join(live, 'topics'),
    index: join(live, 'index-team.txt'),
    indexCache: join(live, 'index-team-cache.json'),
    state: join(live, 'state.json'),
  };
}

/** A file in a link's place is derived from the library and is replaced; a folder with something in it is not. */
function makeRoom(path: string): void {
  if (!ignoreMissing(() => lstatSync(path).isDirectory(), false)) return;
  if (readdirSync(path).length === 0) return rmdirSync(path);
  throw new PortError({
    kind: 'final',
    code: 'library_place_taken',
    message:
      `${path} is a folder of its own, while the library stands in generations. Move the folder away, ` +
      'and import what is in it if it should count.',
  });
}

const noLive = (libraryDir: string): PortError =>
  new PortError({
    kind: 'final',
    code: 'library_live_missing',
    message:
      `${liveLink(libraryDir)} leads to no generation. Link it to the one to answer from, ` +
      `such as: ln -sfn generations/${generationNumbers(libraryDir).at(-1) ?? 1} ${liveLink(libraryDir)}`,
  });
