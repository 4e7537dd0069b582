import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { StoragePaths } from '../storage-paths.ts';

export const weekName = /^\d{4}-W\d{2}\.txt$/;

export const namesIn = (folder: string): readonly string[] =>
  ignoreMissing(() => readdirSync(folder), [])
    .filter((name) => name.endsWith('.txt') && !name.startsWith('.'))
    .toSorted();

/** Printed files whose paths the config names one by one. */
export const configuredFiles = (paths: StoragePaths): readonly string[] => [
  paths.teamIndex,
  paths.teamIndexCache,
  paths.teamState,
  paths.documentIndex,
  paths.documentIndexCache,
];

export const foldersOf = (paths: StoragePaths): readonly string[] => [
  ...new Set([paths.libraryDir, paths.rawDir, paths.topicsDir, ...configuredFiles(paths).map(dirname)]),
];

/** Hidden files that were taken away or are being written, with the names they belong to. */
export const hiddenIn = (folder: string) =>
  ignoreMissing(() => readdirSync(folder), []).flatMap((name) => {
    const file = hiddenFile(name);
    if (!file) return [];
    return [{ hidden: join(folder, name), path: join(folder, file.name), isTaken: file.isTaken }];
  });

/** A new hidden name beside `path`. */
export const hiddenName = (path: string, kind: 'tmp' | 'taken'): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.${kind}`);

/** The file that a hidden name belongs to, and whether it was taken away; null for other names. */
function hiddenFile(name: string): { readonly name: string; readonly isTaken: boolean } | null {
  const match = /^\.(.+)\.[0-9a-f]{12}\.(tmp|taken)$/u.exec(name);
  return match?.[1] === undefined ? null : { name: match[1], isTaken: match[2] === 'taken' };
}

/** What `read` returns, or `otherwise` where there is no such file. Any other failure is thrown. */
export function ignoreMissing<Result, Otherwise>(
  read: () => Result,
  otherwise: Otherwise,
): Result | Otherwise {
  try {
    return read();
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}
