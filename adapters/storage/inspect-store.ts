import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import { countOf } from '../../domain/values/text.ts';
import { kindOf } from './copy/file-kind.ts';
import { list, valuesOf } from './database/rows.ts';
import type { Transaction } from './database/database.ts';
import { liveGeneration } from './library/generations.ts';
import { retractedIds } from './retracted-and-erased.ts';
import { topicRows } from './library/topics-reader.ts';
import type { StoragePaths } from './storage-paths.ts';
import { keptAside, keptAsideFolder } from './files/text-files.ts';

/** A `problem` needs somebody now, a `warning` can wait. */
export interface StoreFinding {
  readonly severity: 'problem' | 'warning';
  readonly message: string;
}

const problem = (message: string): StoreFinding => ({ severity: 'problem', message });
const warning = (message: string): StoreFinding => ({ severity: 'warning', message });

const mostNamed = 5;
const named = (names: readonly string[]): string =>
  [
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [`${names.length - mostNamed} more`] : []),
  ].join(', ');

const areOf = ({ length }: readonly unknown[]): string => (length === 1 ? 'is' : 'are');

/** Compares archive, ledger, topics and index with each other, and names what the text files of this host wait for. */
export async function inspectTables(
  trx: Transaction,
  paths: StoragePaths,
  /** Why files wait to be printed, or null. */
  waiting: string | null,
): Promise<readonly StoreFinding[]> {
  const live = await liveGeneration(trx);
  const segments = await list(trx, 'raw_segments', {}, ['week', 'qaId', 'text'], ['id']);
  const archived = new Set(segments.map(({ qaId }) => qaId));
  const pairs = await list(trx, 'pairs', { generation: live }, ['qaId', 'slug']);
  const standing = new Set(pairs.map(({ qaId }) => qaId));
  const ledger = new Set(await valuesOf(trx, 'settlements', { generation: live }, 'qaId'));
  const retracted = new Set(await retractedIds(trx));
  const topics = new Set((await topicRows(trx, live)).map(({ slug }) => slug));
  const filled = new Set(pairs.map(({ slug }) => slug));

  const lost = [...ledger].filter((id) => !archived.has(id) && !standing.has(id));
  const unplaced = [...standing].filter((id) => !ledger.has(id) && !retracted.has(id));
  const differing = [...new Set([...filled, ...topics])].filter(
    (slug) => filled.has(slug) !== topics.has(slug),
  );
  const malformed = malformedEntries(paths, segments);
  const copies = keptAside(paths);
  const count = ({ length }: readonly string[]) => countOf(length, 'entry', 'entries');
  return [
    ...found(
      lost,
      problem,
      (names) =>
        `${count(lost)} of the ledger ${areOf(lost)} neither in the archive nor in a topic (${names}): restore a backup, or append them to the archive again`,
    ),
    ...found(
      unplaced,
      problem,
      (names) =>
        `${countOf(unplaced.length, 'pair')} of topics ${areOf(unplaced)} not in the ledger (${names}): ` +
        'npx steward index, which captures what the archive has of them again',
    ),
    ...found(differing, problem, (names) => `Topics and index differ (${names}): npx steward regenerate`),
    ...found(
      malformed,
      warning,
      (names) => `${count(malformed)} of the archive cannot be read: correct the file at ${names}`,
    ),
    ...(waiting === null ? [] : [problem(waiting)]),
    ...found(
      copies,
      warning,
      (names) =>
        `${countOf(copies.length, 'text file')} had been changed and ${areOf(copies)} kept in ${keptAsideFolder(paths)} (${names}): ` +
        'correct the pair with `npx steward library correct`, then delete the copy',
    ),
  ];
}

/** No finding, or one that names the first few. */
const found = (
  names: readonly string[],
  say: (message: string) => StoreFinding,
  sentence: (named: string) => string,
): readonly StoreFinding[] => (names.length === 0 ? [] : [say(sentence(named(names)))]);

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
