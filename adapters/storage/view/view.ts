import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { say, saidAs, unsay } from '../database/revisions.ts';
import { type Database, type Section } from '../database/section.ts';
import { storageFailure } from '../storage-failure.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { conflictsSentence } from './conflicts.ts';
import { printChanged } from './print-changed.ts';
import { printedState, type PrintedState } from './printed-files.ts';
import { createPrintingFolder, leaveFormer, renewMilliseconds } from './printing-folder.ts';
import { dropTaken, type Taken } from './replace-file.ts';
import type { Round, View } from '../printed-view.ts';
import { createTakeIn } from './take-in.ts';

interface Done {
  readonly taken: readonly Taken[];
  readonly isWhole: boolean;
  readonly refused: ReadonlyMap<string, unknown>;
  /** The state that the files show now. */
  readonly state: PrintedState;
}

/** If a person keeps writing, the rest is taken in at the next commit. */
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
  const clean: Round['clean'] = new Map();
  /** Set while a round is not committed; its work has to be repeated then. */
  let isUndone = false;
  let behind: readonly string[] = [];
  /** JSON: the state that the files showed after the last complete round. */
  let printedFrom = '';

  const place = `${hostname()}:${paths.libraryDir}`;
  const mayPrint = isShared ? createPrintingFolder({ paths, place, log, now }) : null;
  const takeIn = createTakeIn({ paths, log, now, clean });

  function* round(): Section<Done> {
    const refused = new Map<string, unknown>();
    if (mayPrint && !(yield* mayPrint()))
      return { taken: [], isWhole: true, refused, state: yield* printedState() };
    if (isUndone) clean.clear();
    isUndone = true;
    if (yield* leaveFormer(paths, now().getTime())) clean.clear();
    const attempt: Round['attempt'] = function* (path, work) {
      try {
        yield* work();
      } catch (error) {
        // Errors of the database are not caught here; they end the section.
        if (!isOfFiles(error)) throw error;
        refused.set(path, error);
      }
    };
    const one: Round = { clean, attempt, paths, log, now };
    const done = yield* takeIn.changed(one);
    const state = yield* printedState();
    const printed = yield* printChanged(one, state, () => refused.size > 0);
    yield* tell(viewMarks.behind, sentenceOf(refused));
    yield* tell(viewMarks.conflicts, conflictsSentence(paths, isShared ? `${hostname()}:` : ''));
    return { taken: [...printed.taken, ...done], isWhole: printed.isWhole, refused, state };
  }

  /** Returns true if somebody has written meanwhile and another round is needed. */
  const finish = ({ taken, isWhole, refused }: Done): boolean => {
    const isLate = taken.map(dropTaken).some((late) => late !== null);
    if (isLate || !isWhole) takeIn.again();
    return refused.size === 0 && (isLate || !isWhole);
  };

  const note = (waiting: readonly string[], sentence: string, fields: object): void => {
    if (behind.length === 0 && waiting.length > 0) log.warn(fields, sentence);
    if (behind.length > 0 && waiting.length === 0)
      log.info({}, 'view_complete: every text file is printed again');
    behind = waiting;
  };

  const settle = async (): Promise<void> => {
    for (let at = 0; at < mostRounds; at += 1) {
      const done = await database.write(round);
      isUndone = false;
      note([...done.refused.keys()], sentenceOf(done.refused) ?? '', {});
      if (finish(done)) continue;
      if (done.refused.size === 0) printedFrom = JSON.stringify(done.state);
      return;
    }
  };

  const unfailing = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      note([paths.libraryDir], `view_behind: ${storageFailure(error).message}`, { err: error });
    }
  };

  return {
    takeIn: () =>
      unfailing(async () => {
        if (takeIn.isDue()) await settle();
      }),
    print: () =>
      unfailing(async () => {
        const isBehind = JSON.stringify(await database.read(printedState)) !== printedFrom;
        if (isBehind || behind.length > 0) await settle();
      }),
    settle: () =>
      unfailing(async () => {
        for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
        await settle();
      }),
    behind: () => behind,
  };
}

const isOfFiles = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Findings for `doctor` on any host: files that wait to be printed, and conflicts. */
export const viewMarks = { behind: 'view_behind', conflicts: 'view_conflicts' } as const;

function* tell(mark: string, sentence: string | null): Section<void> {
  if ((yield* saidAs(mark)) === sentence) return;
  yield* sentence === null ? unsay(mark) : say(mark, sentence);
}

function sentenceOf(refused: Done['refused']): string | null {
  const [first] = refused;
  if (!first) return null;
  const [printed, error] = first;
  const { code, syscall, path = printed } = error as NodeJS.ErrnoException;
  const more = refused.size > 1 ? ` ${refused.size} text files wait; they are` : ' It is';
  return `view_behind: ${storageFailure({ code, syscall, path }).message}${more} printed as soon as that is done.`;
}

const lookMilliseconds = 2_000;

/**
 * Until it is stopped: prints again what could not be printed, and where hosts share the store, what others have written; takes
 * in there what a person has.
 */
export function keepLooking(
  view: View,
  { isShared, tidy }: { readonly isShared: boolean; readonly tidy: () => Promise<void> },
): { readonly stop: () => Promise<void> } {
  let looking: Promise<void> | null = null;
  let heardAt = performance.now();
  const look = async () => {
    if (!isShared && view.behind().length === 0) return;
    await view.takeIn();
    await view.print();
    // Renews the lease even if there is nothing to print.
    if (!isShared || performance.now() - heardAt <= renewMilliseconds) return;
    heardAt = performance.now();
    await view.settle();
    // If the database is unreachable or the role may not, the next call tries again.
    await tidy().catch(() => {});
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, lookMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
