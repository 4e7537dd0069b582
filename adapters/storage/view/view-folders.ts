import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { hiddenFile } from './replace-file.ts';

export const namesIn = (folder: string): readonly string[] =>
  ignoreMissing(() => readdirSync(folder), [])
    .filter((name) => name.endsWith('.txt') && !name.startsWith('.'))
    .toSorted();

export const foldersOf = (paths: StoragePaths): readonly string[] => [
  ...new Set([
    paths.libraryDir,
    paths.rawDir,
    paths.topicsDir,
    ...[
      paths.teamIndex,
      paths.teamIndexCache,
      paths.teamState,
      paths.documentIndex,
      paths.documentIndexCache,
    ].map(dirname),
  ]),
];

/** Files that were taken away or are being written, beside the names that they are for. */
export const hiddenIn = (folder: string) =>
  ignoreMissing(() => readdirSync(folder), []).flatMap((name) => {
    const file = hiddenFile(name);
    if (!file) return [];
    return [{ hidden: join(folder, name), path: join(folder, file.name), isTaken: file.isTaken }];
  });
