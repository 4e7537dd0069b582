import { dirname } from 'node:path';
import { list, remove, upsert, type Row } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { readForgotten } from '../retracted-and-erased.ts';
import { textHash } from '../library/topics.ts';
import { conflictsNaming, dropConflicts } from './conflicts.ts';
import { isTakenIn, isTopicFile } from './merge-file.ts';
import { blockHashes } from './merge-topic.ts';
import {
  printedFiles,
  retractedAndErasedPaths,
  type PrintedFile,
  type PrintedState,
} from './printed-files.ts';
import { readText, replaceFile, stampOf, type Taken } from './replace-file.ts';
import type { Round } from '../printed-view.ts';
import { foldersOf, hiddenIn } from './view-folders.ts';

/** The version of a file that is to be deleted. */
export const gone = 'gone';

type ViewFile = Omit<Row<'view_files'>, 'blocks'>;

/** Prints each file whose data have changed, and deletes files without data. */
export function* printChanged(
  { paths, clean, attempt, now }: Round,
  state: PrintedState,
  isRefused: () => boolean,
): Section<{ readonly taken: readonly Taken[]; readonly isWhole: boolean }> {
  const rows = yield* list('view_files', {}, ['path', 'version', 'hash', 'formerHash']);
  const known = new Map(rows.map((row) => [row.path, row]));
  const wanted = yield* printedFiles(paths, state, now);
  const folders = foldersOf(paths);
  const hidden = new Set(folders.flatMap(hiddenIn).map(({ path }) => path));
  const taken: Taken[] = [];
  let isWhole = true;

  const replace = (path: string, text: string | null): boolean => {
    // Files that are only printed are overwritten. What a power cut leaves of one is no edit, and is printed again.
    const isSynced = isTakenIn(paths, path);
    const base = isSynced ? known.get(path)?.hash : textHash(readText(path) ?? '');
    const replaced = replaceFile(path, text, { baseHash: base ?? null, isSynced });
    if (replaced === 'changed') isWhole = false;
    else if (replaced.taken) taken.push(replaced.taken);
    return replaced !== 'changed';
  };

  function* printFile({ path, version, print }: PrintedFile): Section<void> {
    const former = known.get(path);
    const text = yield* print();
    if (!replace(path, text)) return;
    clean.set(path, stampOf(path));
    if (path === retractedAndErasedPaths(paths).forgotten) {
      const erased = (yield* readForgotten()).flatMap(({ entries }) => entries.map(({ qaId }) => qaId));
      dropConflicts(conflictsNaming(paths, erased));
    }
    const hash = textHash(text);
    const formerHash = former?.hash === hash ? former.formerHash : (former?.hash ?? null);
    yield* savePrinted(paths, { path, version, hash, formerHash }, text);
  }

  function* dropFile(row: ViewFile): Section<void> {
    // Files in other folders are not this view's. A copy of the store may print there.
    if (!folders.includes(dirname(row.path))) yield* remove('view_files', { path: row.path });
    else if (row.version === gone) {
      if (hidden.has(row.path)) isWhole = false;
      else yield* remove('view_files', { path: row.path });
    } else if (replace(row.path, null)) {
      clean.delete(row.path);
      // The row stays until the removed file is deleted, which a crash may prevent.
      const left = { path: row.path, version: gone, formerHash: row.hash, hash: '' };
      yield* savePrinted(paths, left, '');
      isWhole = false;
    }
  }

  for (const file of wanted) {
    // It contains the sizes and times of topic files.
    const waits = file.path === paths.teamIndexCache && isRefused();
    if (known.get(file.path)?.version !== file.version && !waits)
      yield* attempt(file.path, () => printFile(file));
  }
  const isWanted = new Set(wanted.map(({ path }) => path));
  for (const row of rows) if (!isWanted.has(row.path)) yield* attempt(row.path, () => dropFile(row));
  return { taken, isWhole };
}

/** Records what a file contains now. */
export function* savePrinted(paths: StoragePaths, row: ViewFile, text: string): Section<void> {
  yield* upsert('view_files', { ...row, blocks: isTopicFile(paths, row.path) ? blockHashes(text) : null });
}
