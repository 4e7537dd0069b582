import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import { countOf } from '../../domain/values/text.ts';
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

const problem = (message: string): StoreFinding => ({ severity: 'problem', message });

const mostNamed = 5;
const named = (names: readonly string[]): string =>
  [
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [`${names.length - mostNamed} more`] : []),
  ].join(', ');

/** Entries of the archive that cannot be read, and what the text files of this host wait for. */
export async function inspectTables(
  trx: Transaction,
  paths: StoragePaths,
  /** Why files wait to be printed, or null. */
  waiting: string | null,
): Promise<readonly StoreFinding[]> {
  const malformed = malformedEntries(paths, await list(trx, 'raw_segments', {}, ['week', 'text'], ['id']));
  const copies = keptAside(paths);
  return [
    ...found(
      malformed,
      (names) =>
        `${countOf(malformed.length, 'entry', 'entries')} of the archive cannot be read: correct the file at ${names}`,
    ),
    ...(waiting === null ? [] : [problem(waiting)]),
    ...found(
      copies,
      (names) =>
        `${countOf(copies.length, 'text file')} had been changed: what stood there is kept in ${names}. ` +
        'Correct the pair with `npx steward library correct`, then delete the copy',
    ),
  ];
}

/** No warning, or one that names the first few. */
const found = (names: readonly string[], sentence: (named: string) => string): readonly StoreFinding[] =>
  names.length === 0 ? [] : [{ severity: 'warning', message: sentence(named(names)) }];

function malformedEntries(
  { rawDir }: StoragePaths,
  segments: readonly { readonly week: string; readonly text: string }[],
): readonly string[] {
  const weeks = Map.groupBy(segments, ({ week }) => week);
  return [...weeks].flatMap(([week, texts]) =>
    parseRaw(texts.map(({ text }) => text).join('')).problems.map(
      ({ line, reason }) => `${join(rawDir, `${week}.txt`)}:${line} (${reason})`,
    ),
  );
}

/** Checks integrity without opening the store. */
export const inspectFiles = ({ database }: StoragePaths): readonly StoreFinding[] =>
  existsSync(database) && kindOf(database) === 'damaged'
    ? [problem(`${database} is damaged: stop Steward and restore a backup of it`)]
    : [];
