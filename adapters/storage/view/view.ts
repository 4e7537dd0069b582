import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { list, remove, upsert } from '../database/rows.ts';
import { all, first, type Database, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { readForgotten } from '../library/suppressions.ts';
import { textHash } from '../library/topics.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { conflictsNaming, dropConflicts, keepConflict } from './conflicts.ts';
import { isTakenIn, isTopicFile, mergeFile } from './merge-file.ts';
import { blocksOf } from './merge-topic.ts';
import { createPrintingFolder } from './printing-folder.ts';
import { printedFiles, suppressionPaths } from './printed-files.ts';
import { dropTaken, readText, replaceFile, stampOf, type Taken } from './replace-file.ts';
import { foldersOf, hiddenIn, namesIn } from './view-folders.ts';

/** The text files: printed from the tables after each commit, and read for what a person changed in them. */
export interface View {
  /** Takes in what has changed since the last look. */
  takeIn(): Promise<void>;
  /** Prints what follows from the tables now. */
  print(): Promise<void>;
  /** At start: both. */
  settle(): Promise<void>;
}

/** A store without text files. */
export const noView: View = {
  takeIn: async () => {},
  print: async () => {},
  settle: async () => {},
};

/** A person who keeps writing into the files is taken in at the next commit only. */
const mostRounds = 5;

/**
 * Each round is one section, so that one process at a time works on the files. A file that was taken away for a new
 * one stays beside it until the section is on disk: the next round looks at what a death leaves there.
 */
export function createView({
  database,
  paths,
  log,
  now,
  isShared,
}: {
  readonly database: Database;
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly now: () => Date;
  /** Other hosts write into the store as well, and one of them prints. */
  readonly isShared: boolean;
}): View {
  /** Files that hold what was printed last, as far as this process knows. */
  const clean = new Map<string, string | null>();
  /** A round that was not committed: what it took in has to be taken in again. */
  let isUndone = false;
  const warned = new Set<string>();

  const warnOnce = (fields: object, message: string): void => {
    if (!warned.has(message)) log.warn(fields, message);
    warned.add(message);
  };

  const oddTopic = (path: string): void =>
    warnOnce(
      { file: path },
      'topic_file_ignored: a topic is named in lower-case letters, digits and single hyphens; rename the file',
    );

  /** Files whose names a person may give, and those that were there before. */
  const candidates = (): readonly string[] => {
    const { forgotten, retractions } = suppressionPaths(paths);
    const topics = namesIn(paths.topicsDir).map((name) => join(paths.topicsDir, name));
    for (const path of topics) if (!isTopicFile(paths, path)) oddTopic(path);
    return [
      forgotten,
      retractions,
      ...namesIn(paths.rawDir)
        .filter((name) => weekName.test(name))
        .map((name) => join(paths.rawDir, name)),
      ...topics.filter((path) => isTopicFile(paths, path)),
    ];
  };

  const changedPaths = (): readonly string[] =>
    [...new Set([...candidates(), ...clean.keys()])].filter((path) => {
      const stamp = stampOf(path);
      return clean.has(path) ? clean.get(path) !== stamp : stamp !== null;
    });

  const hasLeft = (): boolean => foldersOf(paths).some((folder) => hiddenIn(folder).length > 0);

  const place = `${hostname()}:${paths.libraryDir}`;
  const mayPrint = isShared ? createPrintingFolder({ paths, place, log, now }) : null;

  function* round(): Section<{ readonly taken: readonly Taken[]; readonly isWhole: boolean }> {
    if (mayPrint && !(yield* mayPrint())) return { taken: [], isWhole: true };
    if (isUndone) clean.clear();
    isUndone = true;
    const done = yield* takeInLeft();
    const rows = yield* list('view_files', {}, ['path']);
    const unseen = rows.map(({ path }) => path).filter((path) => !clean.has(path));
    for (const path of new Set([...changedPaths(), ...unseen])) yield* takeInFile(path);
    const printed = yield* printChanged();
    return { taken: [...printed.taken, ...done], isWhole: printed.isWhole };
  }

  /** What deaths and late writers left under hidden names. */
  function* takeInLeft(): Section<readonly Taken[]> {
    const done: Taken[] = [];
    for (const { hidden, path, isTaken } of foldersOf(paths).flatMap(hiddenIn)) {
      const text = isTaken ? readText(hidden) : null;
      const stamp = stampOf(hidden);
      const row = yield* first(tables.selectFrom('view_files').selectAll().where('path', '=', path));
      const hash = text === null ? null : textHash(text);
      if (text !== null && hash !== row?.hash && hash !== row?.former_hash) {
        yield* merge(path, text, row?.blocks ?? null);
      }
      if (stamp !== null) done.push({ path: hidden, stamp });
    }
    return done;
  }

  function* takeInFile(path: string): Section<void> {
    const row = yield* first(tables.selectFrom('view_files').selectAll().where('path', '=', path));
    const stamp = stampOf(path);
    const text = readText(path);
    if (text === null) {
      clean.delete(path);
      if (!row || row.version === gone) return;
      log.warn(
        { file: path },
        `view_file_missing: ${path} is gone, which takes nothing back; it is printed again`,
      );
      yield* remove('view_files', { path });
      return;
    }
    clean.set(path, stamp);
    if (row?.hash === textHash(text)) return;
    yield* merge(path, text, row?.blocks ?? null);
    yield* save({
      path,
      version: '',
      hash: textHash(text),
      former_hash: row?.hash ?? null,
      blocks: isTopicFile(paths, path) ? blockHashes(text) : null,
    });
  }

  /** Takes in what a person made of a file; what is only printed is printed again. */
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

  function* printChanged(): Section<{ readonly taken: readonly Taken[]; readonly isWhole: boolean }> {
    const rows = yield* all(tables.selectFrom('view_files').selectAll());
    const known = new Map(rows.map((row) => [row.path, row]));
    const wanted = yield* printedFiles(paths, now);
    const left = new Set(
      foldersOf(paths)
        .flatMap(hiddenIn)
        .map(({ path }) => path),
    );
    const taken: Taken[] = [];
    let isWhole = true;
    const replace = (path: string, text: string | null): boolean => {
      // Files that are only printed are overwritten.
      const base = isTakenIn(paths, path) ? known.get(path)?.hash : textHash(readText(path) ?? '');
      const replaced = replaceFile(path, text, base ?? null);
      if (replaced === 'changed') isWhole = false;
      else if (replaced.taken) taken.push(replaced.taken);
      return replaced !== 'changed';
    };
    for (const { path, version, print } of wanted) {
      const former = known.get(path);
      if (former?.version === version) continue;
      const { text, blocks } = yield* print();
      if (!replace(path, text)) continue;
      clean.set(path, stampOf(path));
      if (path === suppressionPaths(paths).forgotten) {
        const erased = (yield* readForgotten()).flatMap(({ entries }) => entries.map(({ qaId }) => qaId));
        dropConflicts(conflictsNaming(paths, erased));
      }
      const hash = textHash(text);
      const formerHash = former?.hash === hash ? former.former_hash : (former?.hash ?? null);
      yield* save({ path, version, hash, former_hash: formerHash, blocks: blocks && hashesJson(blocks) });
    }
    const isWanted = new Set(wanted.map(({ path }) => path));
    for (const row of rows.filter(({ path }) => !isWanted.has(path))) {
      if (row.version === gone) {
        if (left.has(row.path)) isWhole = false;
        else yield* remove('view_files', { path: row.path });
      } else if (replace(row.path, null)) {
        clean.delete(row.path);
        // Known until the file that was taken away is dropped: a death may leave that one.
        yield* save({ ...row, version: gone, former_hash: row.hash, hash: '' });
        isWhole = false;
      }
    }
    return { taken, isWhole };
  }

  /** Whether something was printed that the tables no longer say. */
  function* isBehind(): Section<boolean> {
    const rows = yield* list('view_files', {}, ['path', 'version']);
    const known = new Map(rows.map(({ path, version }) => [path, version]));
    const wanted = yield* printedFiles(paths, now);
    return wanted.length !== known.size || wanted.some(({ path, version }) => known.get(path) !== version);
  }

  /** True: once more, somebody has written meanwhile. */
  const finish = ({
    taken,
    isWhole,
  }: {
    readonly taken: readonly Taken[];
    readonly isWhole: boolean;
  }): boolean => taken.map(dropTaken).some((late) => late !== null) || !isWhole;

  const settle = async (): Promise<void> => {
    for (let at = 0; at < mostRounds; at += 1) {
      const done = await database.write(round);
      isUndone = false;
      if (!finish(done)) return;
    }
  };

  return {
    async takeIn() {
      if (changedPaths().length > 0 || hasLeft()) await settle();
    },
    async print() {
      if (await database.read(isBehind)) await settle();
    },
    async settle() {
      for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
      await settle();
    },
  };
}

/** The version of a file that follows from nothing any more. */
const gone = 'gone';

const weekName = /^\d{4}-W\d{2}\.txt$/;

function* save(row: {
  readonly path: string;
  readonly version: string;
  readonly hash: string;
  readonly former_hash: string | null;
  readonly blocks: string | null;
}): Section<void> {
  yield* upsert('view_files', row, ['path']);
}

const hashesJson = (hashes: ReadonlyMap<QaId, string>): string => JSON.stringify(Object.fromEntries(hashes));

const blockHashes = (text: string): string =>
  hashesJson(new Map(blocksOf(text).blocks.map((block) => [block.qaId, textHash(block.text)])));
