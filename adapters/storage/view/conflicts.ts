import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { countOf } from '../../../domain/values/text.ts';
import { textHash } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from './view-folders.ts';

/** The folder with copies of files whose edits could not be taken in. */
const conflictsFolder = ({ libraryDir }: StoragePaths): string => join(libraryDir, 'conflicts');

/** Returns the path of the copy, which is the same for the same text. */
export function keepConflict(paths: StoragePaths, path: string, text: string): string {
  mkdirSync(conflictsFolder(paths), { recursive: true });
  const copy = join(conflictsFolder(paths), `${basename(path, '.txt')}-${textHash(text).slice(0, 8)}.txt`);
  writeFileSync(copy, text);
  return copy;
}

/** Tells a person what to do about conflicts; null if there are none. `host` precedes the folder. */
export function conflictsSentence(paths: StoragePaths, host: string): string | null {
  const folder = conflictsFolder(paths);
  const copies = ignoreMissing(() => readdirSync(folder), []);
  if (copies.length === 0) return null;
  return `${countOf(copies.length, 'edit')} of text files could not be taken in: look through ${host}${folder}, then delete the copies`;
}

/** Copies that contain one of these words. */
export const conflictsNaming = (paths: StoragePaths, words: readonly string[]): readonly string[] =>
  naming(conflictsFolder(paths), () => true, words);

/**
 * Ends of the archive that an earlier version set aside, files from before another folder or a backup took over, and damaged
 * databases that a backup took the place of, which hold more than pairs.
 */
export const leftNaming = (
  { rawDir, libraryDir, database }: StoragePaths,
  { qaIds, userId }: { readonly qaIds: readonly string[]; readonly userId: string },
): readonly string[] => [
  ...naming(rawDir, (name) => name.endsWith('.torn'), qaIds),
  ...naming(join(libraryDir, 'former'), (name) => /\.(?:txt|json)$/u.test(name), qaIds),
  ...naming(dirname(database), (name) => name.startsWith(asideName(basename(database))), [...qaIds, userId]),
];

/** The beginning of the names of damaged databases that were moved aside. */
export const asideName = (database: string): string => `${database}.damaged-`;

export const dropConflicts = (copies: readonly string[]): void => {
  for (const path of copies) rmSync(path, { force: true });
};

/** Files in a folder, at any depth, that contain one of these words. */
const naming = (
  folder: string,
  isOurs: (name: string) => boolean,
  words: readonly string[],
): readonly string[] =>
  ignoreMissing(() => readdirSync(folder, { recursive: true, withFileTypes: true }), [])
    .filter((entry) => entry.isFile() && isOurs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => contains(path, words));

const bytesAtOnce = 1_048_576;

/** Reads a file in pieces, because a database may be longer than the longest string. */
function contains(path: string, words: readonly string[]): boolean {
  const overlap = Math.max(0, ...words.map((word) => Buffer.byteLength(word)));
  const buffer = Buffer.alloc(bytesAtOnce + overlap);
  const file = openSync(path, 'r');
  try {
    let kept = 0;
    for (;;) {
      const read = readSync(file, buffer, kept, bytesAtOnce, null);
      const piece = buffer.subarray(0, kept + read);
      if (words.some((word) => piece.includes(word))) return true;
      if (read === 0) return false;
      // A word may lie across two pieces.
      kept = Math.min(overlap, piece.length);
      piece.copy(buffer, 0, piece.length - kept);
    }
  } finally {
    closeSync(file);
  }
}
