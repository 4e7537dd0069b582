import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asideName, ignoreMissing, keptAsideFolder } from '../files/text-files.ts';
import type { StoragePaths } from '../storage-paths.ts';

/** What Steward has set aside for a person: copies of text files, and damaged databases that a backup took the place of. */
export const filesSetAside = (paths: StoragePaths): readonly string[] => [
  ...filesIn(keptAsideFolder(paths)),
  ...filesIn(dirname(paths.database)).filter((path) =>
    basename(path).startsWith(asideName(basename(paths.database))),
  ),
];

const filesIn = (folder: string): readonly string[] =>
  ignoreMissing(() => readdirSync(folder, { recursive: true, withFileTypes: true }), [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
