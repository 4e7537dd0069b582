import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textHash } from '../library/topics.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from './view-folders.ts';

/** Where edits are kept that the store could not take in: copies of the whole file, for a person to look through. */
export const conflictsFolder = ({ libraryDir }: StoragePaths): string => join(libraryDir, 'conflicts');

/** Returns where the copy stands. The same text gives the same one. */
export function keepConflict(paths: StoragePaths, path: string, text: string): string {
  mkdirSync(conflictsFolder(paths), { recursive: true });
  const copy = join(conflictsFolder(paths), `${basename(path, '.txt')}-${textHash(text).slice(0, 8)}.txt`);
  writeFileSync(copy, text);
  return copy;
}

/** Copies that hold one of these words. */
export const conflictsNaming = (paths: StoragePaths, words: readonly string[]): readonly string[] =>
  naming(conflictsFolder(paths), () => true, words);

/** Ends of the archive that an earlier version set aside, and files from before another folder or a backup took over. */
export const leftNaming = (
  { rawDir, libraryDir }: StoragePaths,
  words: readonly string[],
): readonly string[] => [
  ...naming(rawDir, (name) => name.endsWith('.torn'), words),
  ...naming(join(libraryDir, 'former'), (name) => name.endsWith('.txt'), words),
];

export const dropConflicts = (copies: readonly string[]): void => {
  for (const path of copies) rmSync(path, { force: true });
};

const naming = (
  folder: string,
  isOurs: (name: string) => boolean,
  words: readonly string[],
): readonly string[] =>
  ignoreMissing(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }), [])
    .filter(isOurs)
    .map((name) => join(folder, name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return words.some((word) => text.includes(word));
    });
