import { join } from 'node:path';
import { find, remove, valuesOf } from '../database/rows.ts';
import { type Section } from '../database/section.ts';
import { textHash } from '../library/topics.ts';
import { keepConflict } from './conflicts.ts';
import { isTopicFile, mergeFile } from './merge-file.ts';
import { gone, savePrinted } from './print-changed.ts';
import { retractedAndErasedPaths } from './printed-files.ts';
import { readText, stampOf, type Taken } from './replace-file.ts';
import type { Round } from '../printed-view.ts';
import { foldersOf, hiddenIn, namesIn, weekName } from './view-folders.ts';

/** A look at thousands of files takes ten milliseconds or more, and each call wants one: beyond so many it is taken once a second. */
const manyFiles = 300;
const lookMilliseconds = 1_000;

/** Takes in people's edits, and files that crashes and late writers left under hidden names. */
export function createTakeIn({ paths, log, now, clean }: Pick<Round, 'paths' | 'log' | 'now' | 'clean'>): {
  readonly isDue: () => boolean;
  /** The next look is taken at once: somebody writes into the files just now. */
  readonly again: () => void;
  /** Returns the hidden files that can be deleted once the section is on disk. */
  readonly changed: (round: Pick<Round, 'attempt'>) => Section<readonly Taken[]>;
} {
  let lookedAt = -Infinity;
  const hasLooked = (): boolean => clean.size > manyFiles && performance.now() - lookedAt < lookMilliseconds;
  const warned = new Set<string>();
  const warnOnce = (fields: object, message: string): void => {
    if (!warned.has(message)) log.warn(fields, message);
    warned.add(message);
  };

  /** Files that a person may have created or edited. */
  const candidates = (): readonly string[] => {
    const { forgotten, retractions } = retractedAndErasedPaths(paths);
    const found = namesIn(paths.topicsDir).map((name) => join(paths.topicsDir, name));
    const isTopic = (path: string) => clean.has(path) || isTopicFile(paths, path);
    for (const path of found.filter((one) => !isTopic(one))) {
      const how = 'a topic is named in lower-case letters, digits and single hyphens; rename the file';
      warnOnce({ file: path }, `topic_file_ignored: ${how}`);
    }
    const weeks = namesIn(paths.rawDir).filter((name) => weekName.test(name));
    const topics = found.filter(isTopic);
    return [forgotten, retractions, ...weeks.map((name) => join(paths.rawDir, name)), ...topics];
  };

  const changedPaths = (): readonly string[] =>
    [...new Set([...candidates(), ...clean.keys()])].filter((path) => {
      const stamp = stampOf(path);
      return clean.has(path) ? clean.get(path) !== stamp : stamp !== null;
    });

  function* takeInLeft(hidden: string, path: string): Section<void> {
    const text = readText(hidden);
    const row = yield* printedAs(path);
    const hash = text === null ? null : textHash(text);
    if (text !== null && hash !== row?.hash && hash !== row?.formerHash)
      yield* merge(path, text, row?.blocks ?? null);
  }

  function* takeInFile(path: string): Section<void> {
    const row = yield* printedAs(path);
    const stamp = stampOf(path);
    const text = readText(path);
    if (text === null) {
      clean.delete(path);
      if (!row || row.version === gone) return;
      const message = `${path} is gone, which takes nothing back; it is printed again`;
      log.warn({ file: path }, `view_file_missing: ${message}`);
      yield* remove('view_files', { path });
      return;
    }
    if (row?.hash !== textHash(text)) {
      yield* merge(path, text, row?.blocks ?? null);
      const seen = { path, version: '', hash: textHash(text), formerHash: row?.hash ?? null };
      yield* savePrinted(paths, seen, text);
    }
    clean.set(path, stamp);
  }

  /** Files that are only printed are not merged but printed again. */
  function* merge(path: string, text: string, blocks: string | null): Section<void> {
    const merged = yield* mergeFile(paths, { path, text, blocks, now: now() });
    for (const { line, reason } of merged.problems) {
      warnOnce({ file: path, line }, `view_line_skipped: ${path}:${line}: ${reason}`);
    }
    if (merged.missing.length > 0) {
      const fields = { file: path, missing: merged.missing };
      log.warn(fields, `view_block_missing: ${path} lacks what counts; it is printed again`);
    }
    if (!merged.isConflict) return;
    const copy = keepConflict(paths, path, text);
    log.warn(
      { file: copy },
      `view_conflict: a change in ${path} could not be taken in; a copy is kept in ${copy}`,
    );
  }

  return {
    isDue() {
      if (hasLooked()) return false;
      const isDue =
        changedPaths().length > 0 || foldersOf(paths).some((folder) => hiddenIn(folder).length > 0);
      if (!isDue) lookedAt = performance.now();
      return isDue;
    },
    again: () => {
      lookedAt = -Infinity;
    },
    *changed({ attempt }) {
      // An edit that nobody has seen yet is found when its file is printed.
      if (hasLooked()) return [];
      lookedAt = performance.now();
      const done: Taken[] = [];
      for (const { hidden, path, isTaken } of foldersOf(paths).flatMap(hiddenIn)) {
        const stamp = stampOf(hidden);
        yield* attempt(path, function* () {
          if (isTaken) yield* takeInLeft(hidden, path);
          if (stamp !== null) done.push({ path: hidden, stamp });
        });
      }
      const unseen = (yield* valuesOf('view_files', {}, 'path')).filter((path) => !clean.has(path));
      for (const path of new Set([...changedPaths(), ...unseen]))
        yield* attempt(path, () => takeInFile(path));
      return done;
    },
  };
}

const printedAs = (path: string) => find('view_files', { path }, ['version', 'hash', 'formerHash', 'blocks']);
