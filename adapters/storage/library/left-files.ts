import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asideName, ignoreMissing, keptAsideFolder } from '../files/text-files.ts';
import type { StoragePaths } from '../storage-paths.ts';

/**
 * Files that Steward left for a person and that contain one of these ids: copies of text files, and damaged databases that a backup took the
 * place of, which hold more than pairs.
 */
export const leftNaming = (
  paths: StoragePaths,
  { qaIds, userId }: { readonly qaIds: readonly string[]; readonly userId: string },
): readonly string[] => [
  ...naming(keptAsideFolder(paths), () => true, qaIds),
  ...naming(dirname(paths.database), (name) => name.startsWith(asideName(basename(paths.database))), [
    ...qaIds,
    userId,
  ]),
];

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
    let namedBlocks = 0;
    for (;;) {
      const read = readSync(file, buffer, namedBlocks, bytesAtOnce, null);
      const piece = buffer.subarray(0, namedBlocks + read);
      if (words.some((word) => piece.includes(word))) return true;
      if (read === 0) return false;
      // A word may lie across two pieces.
      namedBlocks = Math.min(overlap, piece.length);
      piece.copy(buffer, 0, piece.length - namedBlocks);
    }
  } finally {
    closeSync(file);
  }
}
