import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import { kindOf } from './copy/file-kind.ts';
import { list } from './database/rows.ts';
import type { Transaction } from './database/database.ts';
import type { StoragePaths } from './storage-paths.ts';
import { keptAside } from './files/text-files.ts';

/** A `problem` needs somebody now, a `warning` can wait. */
export interface StoreFinding {
  readonly severity: 'problem' | 'warning';
  readonly message: string;
}

const mostNamed = 5;

/** No warning, or one that names the first few. */
const warned = (names: readonly string[], sentence: (named: string) => string): readonly StoreFinding[] => {
  const others = names.length > mostNamed ? `, ${names.length - mostNamed} more` : '';
  const named = names.slice(0, mostNamed).join(', ') + others;
  return names.length === 0 ? [] : [{ severity: 'warning', message: sentence(named) }];
};

/** Entries of the archive that cannot be read, and what the text files of this host wait for. */
export async function inspectTables(
  trx: Transaction,
  paths: StoragePaths,
  /** Why files wait to be printed, or null. */
  waiting: string | null,
): Promise<readonly StoreFinding[]> {
  const segments = await list(trx, 'raw_segments', {}, ['week', 'text'], ['id']);
  const malformed = [...Map.groupBy(segments, ({ week }) => week)].flatMap(([week, texts]) =>
    parseRaw(texts.map(({ text }) => text).join('')).problems.map(
      ({ line, reason }) => `${join(paths.rawDir, `${week}.txt`)}:${line} (${reason})`,
    ),
  );
  return [
    ...warned(
      malformed,
      (named) => `What cannot be read of the archive is left out: correct the file at ${named}`,
    ),
    ...(waiting === null ? [] : [{ severity: 'problem', message: waiting } as const]),
    ...warned(
      keptAside(paths),
      (named) =>
        `Text files had been changed: what stood there is kept in ${named}. ` +
        'Correct the pair with `npx steward library correct`, then delete the copy',
    ),
  ];
}

/** Checks integrity without opening the store. */
export const inspectFiles = ({ database }: StoragePaths): readonly StoreFinding[] =>
  existsSync(database) && kindOf(database) === 'damaged'
    ? [{ severity: 'problem', message: `${database} is damaged: stop Steward and restore a backup of it` }]
    : [];
