import { existsSync } from 'node:fs';
import { kindOf } from './copy/file-kind.ts';
import type { StoragePaths } from './storage-paths.ts';
import { keptAside } from './files/text-files.ts';

/** A `problem` needs somebody now, a `warning` can wait. */
export interface StoreFinding {
  readonly severity: 'problem' | 'warning';
  readonly message: string;
}

const mostNamed = 5;

/** What the text files of this host wait for. */
export function inspectPrinted(
  paths: StoragePaths,
  /** Why files wait to be printed, or null. */
  waiting: string | null,
): readonly StoreFinding[] {
  const copies = keptAside(paths);
  const others = copies.length > mostNamed ? `, ${copies.length - mostNamed} more` : '';
  const changed =
    `Text files had been changed: what stood there is kept in ${copies.slice(0, mostNamed).join(', ')}${others}. ` +
    'Correct the pair with `npx steward library correct`, then delete the copy';
  return [
    ...(waiting === null ? [] : [{ severity: 'problem', message: waiting } as const]),
    ...(copies.length === 0 ? [] : [{ severity: 'warning', message: changed } as const]),
  ];
}

/** Checks integrity without opening the store. */
export const inspectFiles = ({ database }: StoragePaths): readonly StoreFinding[] =>
  existsSync(database) && kindOf(database) === 'damaged'
    ? [{ severity: 'problem', message: `${database} is damaged: stop Steward and restore a backup of it` }]
    : [];
